/// What Python makes of whole histories of stays: of the calls alone, it works out
/// what the ledger has to have.
struct HistoryOracle: Decodable {
  /// The number of histories that were replayed.
  let histories: Int
  /// The number of lines that their ledgers have to have.
  let lines: Int
  /// How many calls of each kind there were.
  let calls: [String: Int]
  /// How often each condition of a fee or a tax decided.
  let conditions: [String: Int]
  /// Where Python and the file disagree.
  let faults: [String]

  /// Replays the calls of a list by the rules of the campground, with fractions, and compares each
  /// balance on the way, and each line, voucher and closed day in the end.
  static let script = agreeing + "\n" + replaying

  /// The ledger, and the calls.
  private static let replaying = #"""
        # The ledger

        def write(self, stay, kind, amount, day=None, payment=False, tax=None, hand=False, back=None):
            """Tax: its group and name; hand: about what is taken off by hand; back: what of it is taken back."""
            entry = dict(stay=stay.code, kind=kind, amount=amount, payment=payment, reversed=False,
                         tax=tax, hand=hand, back=back, day=self.open_day() if day is None else day)
            self.entries.append(entry)
            return entry

        def post(self, row, stay, on):
            first = NEVER if self.closed is None else self.closed + 1
            tax = (row["group"] or "", row["name"]) if row["kind"] == "tax" else None
            row["entry"] = self.write(stay, row["kind"], row["amount"], min(on, max(row["day"], first)), tax=tax)

        def reverse(self, stay, entry, on):
            entry["reversed"] = True
            self.write(stay, "reversal", -entry["amount"], on)

        def settle(self, stay, kept):
            on, wanted, taken_back = self.open_day(), list(kept), set()
            rows = self.agreed(stay)
            def same(a, b):
                return all(a[k] == b[k] for k in ("day", "kind", "name", "amount", "group", "refundable", "manner"))
            for row in sorted(rows, key=lambda r: r["entry"] is None):
                match = next((l for l in wanted if same(l, row)), None)
                if match:
                    wanted.remove(match)
                    if not row["entry"]:
                        self.post(row, stay, on)
                elif row["entry"]:
                    self.reverse(stay, row["entry"], on)
                    if row["kind"] == "tax":
                        taken_back.add(self.tax_of_day(row))
                else:
                    stay.rows.remove(row)
            for l in wanted:
                row = dict(l, entry=None)
                stay.rows.append(row)
                if l["kind"] == "tax" and self.tax_of_day(l) in taken_back:
                    # What is left of a tax stands on the day on which it was taken back.
                    row["entry"] = self.write(stay, "tax", l["amount"], on, tax=(l["group"] or "", l["name"]))
                else:
                    self.post(row, stay, on)
            if rows + kept:
                self.cap_allowances(stay)

        def tax_of_day(self, row):
            return row["day"], row["group"], row["name"], row["manner"]

        def outcome(self, stay, notice, end, graced=False):
            """What stays on the bill of a stay that is called off or, from a day on, left."""
            if graced:
                return []
            rows = self.agreed(stay)
            step = next(s for s in self.policy["steps"]
                        if s["from"] <= notice and (s["through"] is None or notice <= s["through"]))
            def is_open(r):
                return r["kind"] in ("lodging", "discount") and (end is None or r["day"] >= end)
            nights = sorted({r["day"] for r in rows if is_open(r) and r["kind"] == "lodging"})
            count = step["nights"] or (len(nights) if step["percent"] == "100" else 0)
            stays = set(nights[:count])
            def is_kept(r):
                if end is not None and r["day"] < end:
                    return True
                return not r["refundable"] or (r["kind"] in ("lodging", "discount") and r["day"] in stays)
            kept, seen = [], set()
            for r in rows:
                if r["kind"] != "tax" or (end is not None and r["day"] < end):
                    if is_kept(r):
                        kept.append(r)
                    continue
                # The lines of a tax of one day together: where some of it was posted and more is to come.
                if self.tax_of_day(r) in seen:
                    continue
                seen.add(self.tax_of_day(r))
                taxes = [x for x in rows if x["kind"] == "tax" and self.tax_of_day(x) == self.tax_of_day(r)]
                for_it = [x for x in rows if x["kind"] != "tax" and x["day"] == r["day"] and x["group"] == r["group"]]
                mine = [x for x in for_it if is_kept(x)]
                if len(mine) == len(for_it):
                    kept += taxes if for_it else []
                    continue
                whole, part = sum(x["amount"] for x in for_it), sum(x["amount"] for x in mine)
                if whole > 0 and part > 0:
                    rest, shares = half_up(Fraction(sum(x["amount"] for x in taxes) * part, whole)), []
                    for x in taxes:
                        if x["amount"] * rest > 0:
                            shares.append(dict(x, amount=min(x["amount"], rest, key=abs)))
                            rest -= shares[-1]["amount"]
                    if rest and shares:
                        shares[-1]["amount"] += rest
                    kept += shares
            penalty = dict(day=self.today if end is None else end, kind="penalty", name="", group=None,
                           refundable=False, manner=None)
            released = sum(r["amount"] for r in rows if is_open(r) and not is_kept(r))
            if step["percent"] is not None:
                back = half_up(released * (100 - Fraction(step["percent"])) / 100)
                if back != released:
                    kept.append(dict(penalty, amount=released - back))
            if step["fee"]:
                kept.append(dict(penalty, amount=step["fee"], name="fee"))
            return kept

        def notice(self, stay):
            late = self.policy["cutoff"] and self.now % 1440 >= self.policy["cutoff"]
            return max(0, stay.notice - self.today - (1 if late else 0))

        # Balances

        def to_come(self, stay):
            if stay.state in ("Canceled", "NoShow"):
                return 0
            return sum(r["amount"] for r in stay.rows if not r["entry"])

        def balance(self, stay):
            own = [e for e in self.entries if e["stay"] == stay.code]
            return [sum(e["amount"] for e in own if not e["payment"]), self.to_come(stay),
                    -sum(e["amount"] for e in own if e["payment"])]

        def due(self, stays):
            return sum(c + t - p for c, t, p in map(self.balance, stays))

        def bill(self, stay):
            return [s for s in self.stays.values() if s is stay or (stay.group and s.group == stay.group)]

        # Calls

        def do_rule(self, c):
            self.rules[c["kind"]][c["name"]] = c["rule"]

        def do_book(self, c):
            s = Stay()
            s.code, s.site, s.arrival, s.departure = c["code"], c["site"], c["arrival"], c["departure"]
            s.party, s.asked, s.group = c["party"], c["discount"], c["group"]
            s.price = c["price"]
            s.state, s.booked_at, s.notice = "Reserved", self.now, c["arrival"]
            s.rows, s.terms, s.types, s.booked, s.places = [], {}, {}, None, {}
            self.stays[s.code] = s
            self.agree(s)

        def do_dates(self, c, s):
            before = (s.arrival, s.departure)
            s.arrival, s.departure = c["arrival"], c["departure"]
            s.notice = min(s.notice, s.arrival)
            old = s.terms
            s.terms = {n: r for n, r in old.items() if s.arrival <= n < s.departure}
            self.agree(s)
            overlap = max(before[0], s.arrival) < min(before[1], s.departure)
            if not overlap and self.policy["change"]:
                self.write(s, "fee", self.policy["change"])

        def move(self, s, site):
            nights = list(range(s.arrival, s.departure))
            old, new = (self.night_prices(x, nights, {}, s.price) for x in (s.site, site))
            if s.state == "CheckedIn":
                for n in nights:
                    if n < self.today:
                        s.places.setdefault(n, s.site)
            s.site = site
            return lambda: self.agree(s, keep_price=lambda n: old[n] == new[n], moved=True)

        def do_move(self, c, s):
            self.move(s, c["site"])()

        def do_swap(self, c, s):
            other = self.stays[c["with"]]
            sites = (s.site, other.site)
            for settle in [self.move(s, sites[1]), self.move(other, sites[0])]:
                settle()

        def do_party(self, c, s):
            s.party = c["party"]
            self.agree(s)

        def change_terms(self, s, asked, priced):
            """Gives a discount, a price or both to the nights to come."""
            nights, old = self.to_come_for(s), s.asked
            if not nights:
                raise AssertionError("no night to come")
            if old in self.rules["discount"]:
                rule = self.rules["discount"][old]
                old = None if rule["automatic"] and rule["active"] else old
            other, s.asked = asked != s.asked, asked
            for n in nights:
                if n not in s.terms:
                    continue
                rules = list(s.terms[n]["discount"])
                if other:
                    rules = [d for d in rules if d["name"] not in (old, asked)]
                    if asked is not None:
                        rules.append(dict(self.rules["discount"][asked], name=asked))
                if s.price is not None:
                    rules = [d for d in rules if d["name"] == asked]
                s.terms[n] = dict(s.terms[n], discount=sorted(rules, key=lambda d: d["name"]))
            self.agree(s, keep_price=lambda n: not (priced and n in nights),
                       gift=(asked, nights) if other else None, dropped=(old, asked))

        def do_discount(self, c, s):
            self.change_terms(s, c["discount"], False)

        def do_price(self, c, s):
            s.price = c["price"]
            self.change_terms(s, s.asked, True)

        def do_reprice(self, c, s):
            s.price = None
            first = self.first_open(s)
            rows = [r for r in self.agreed(s) if r["entry"] or r["day"] < first or r["manner"] == "arrears"]
            priced = {r["day"] for r in rows if r["kind"] == "lodging"}
            s.terms = {n: r for n, r in s.terms.items() if n in priced}
            s.rows = [r for r in s.rows if r["entry"] or r["day"] < first or r["manner"] == "arrears"]
            self.agree(s, is_new=False, is_cut_anew=True)

        def do_checkin(self, c, s):
            s.state = "CheckedIn"

        def do_checkout(self, c, s):
            end = max(self.today, s.arrival + 1)
            if end < s.departure:
                s.departure = end
                self.settle(s, self.outcome(s, 0, end))
            else:
                for r in s.rows:
                    if not r["entry"]:
                        self.post(r, s, self.open_day())
            s.state, s.left, s.left_at = "CheckedOut", self.today, self.now
            # Who was moved today and leaves today was never on the other site.
            s.site = s.places.get(s.departure - 1, s.site)

        def do_cancel(self, c, s):
            s.state = "Canceled"
            graced = self.policy["grace"] > 0 and 0 <= self.now - s.booked_at <= self.policy["grace"]
            self.settle(s, self.outcome(s, self.notice(s), None, graced))

        def do_noshow(self, c, s):
            s.state = "NoShow"
            self.settle(s, self.outcome(s, 0, None))

        def do_reinstate(self, c, s):
            s.state = "Reserved"
            for r in self.agreed(s):
                if r["kind"] == "penalty":
                    self.reverse(s, r["entry"], self.open_day())
            stayed = {r["day"] for r in self.agreed(s) if r["kind"] == "lodging"}
            s.terms = {n: r for n, r in s.terms.items() if n in stayed}
            self.agree(s)

        def do_nightly(self, c):
            through, missing = c["day"], []
            for s in self.stays.values():
                if s.state == "Reserved" and s.arrival <= min(through, self.today - 1):
                    self.do_noshow(c, s)
                    missing.append(s.code)
            if missing != c["noShows"]:
                raise AssertionError("no-shows %s, expected %s" % (c["noShows"], missing))
            if self.closed is not None and through <= self.closed:
                return
            for s in self.stays.values():
                for r in s.rows if s.state == "CheckedIn" else []:
                    if not r["entry"] and r["day"] <= through:
                        self.post(r, s, through)

        def do_close(self, c):
            day = c["day"]
            of_day = [e for e in self.entries if e["day"] == day or (self.closed is None and e["day"] < day)]
            nights = sum(s.arrival <= day < s.departure for s in self.stays.values()
                         if s.state in ("CheckedIn", "CheckedOut"))
            self.closings.append((day, sum(e["amount"] for e in of_day if not e["payment"]),
                                  -sum(e["amount"] for e in of_day if e["payment"]), nights))
            self.closed = day

        def do_pay(self, c, s):
            self.write(s, "payment", -c["amount"], payment=True)

        def credit_of(self, s, amount):
            credit = max(0, -self.due(self.bill(s)))
            if amount is None:
                amount = credit
            if not 0 < amount <= credit:
                raise AssertionError("%s of a credit of %s" % (amount, credit))
            return amount

        def take_off(self, s, amount):
            credit = max(0, -self.due(self.bill(s)))
            if amount > credit:
                self.write(s, "discount", -(amount - credit), hand=True)

        def do_refund(self, c, s):
            self.take_off(s, c["amount"])
            self.write(s, "refund", c["amount"], payment=True)

        def do_credit(self, c, s):
            amount = self.credit_of(s, c["amount"])
            self.vouchers[c["voucher"]] = [amount, 0]
            self.write(s, "credit", amount, payment=True)

        def do_creditrefund(self, c, s):
            self.take_off(s, c["amount"])
            self.vouchers[c["voucher"]] = [c["amount"], 0]
            self.write(s, "credit", c["amount"], payment=True)

        def do_allowance(self, c, s):
            self.write(s, "discount", -c["amount"], hand=True)
            self.tax_line(s, -c["amount"], c["group"])
            charged, to_come, _ = self.balance(s)
            if charged + to_come < 0:
                raise AssertionError("the bill is below zero")

        def do_voucher(self, c):
            self.vouchers[c["voucher"]] = [c["amount"], 0]

        def do_redeem(self, c, s):
            v = self.vouchers[c["voucher"]]
            amount = c["amount"] if c["amount"] is not None else min(self.due([s]), v[0] - v[1])
            v[1] += amount
            self.write(s, "payment", -amount, payment=True)

        def tax_line(self, s, amount, group, day=None):
            on = self.open_day() if day is None else day
            for t in self.active("tax"):
                is_free = t["exempt"] and s.departure - s.arrival >= t["exempt"]
                if (t["group"] == group and t["percent"] is not None and not is_free
                        and covers(t, on, self.sites[s.site]["type"])):
                    tax = half_up(Fraction(t["percent"]) / 100 * amount)
                    if tax:
                        self.write(s, "tax", tax, day, tax=(group or "", t["name"]), hand=amount < 0)

        def do_charge(self, c, s):
            self.write(s, "sale", c["amount"])
            self.tax_line(s, c["amount"], c["group"])

        def do_share(self, c):
            stays = [s for s in self.stays.values() if s.group == c["group"]
                     and s.state not in ("Canceled", "NoShow")]
            stays.sort(key=lambda s: c["codes"].index(s.code))
            for s, share in zip(stays, spread(c["amount"], [1] * len(stays))):
                if share:
                    self.write(s, "sale", share)

        def users(self, site, since, day):
            """Who was on a site since a day: first night there, code, last day or none, the stay."""
            users = []
            for s in self.stays.values():
                if s.state not in ("CheckedIn", "CheckedOut"):
                    continue
                nights = [n for n in range(s.arrival, s.departure) if s.places.get(n, s.site) == site]
                first = min(nights) if nights else s.arrival
                if s.site == site:
                    until = None if s.state == "CheckedIn" else max(first, s.left)
                elif nights and max(nights) >= since:
                    until = max(nights) + 1
                else:
                    continue
                if first <= day and (until is None or until >= since):
                    users.append((first, int(s.code[2:]), until, s))
            return sorted(users, key=lambda u: u[:2])

        def payers(self, c):
            """Those of whom one pays for what was used; more than one where nobody knows who."""
            _, since, read_at = self.meters[c["site"]]
            day = min(self.open_day() if c["on"] is None else c["on"], self.today)
            users = self.users(c["site"], since, day)
            present = [u for u in users if u[2] is None or u[2] > since]
            if c["on"] is not None:
                present = [u for u in present if u[0] < c["on"]] or present
            if not present and since >= day:
                present = [u for u in users if u[3].left_at > read_at][-1:]
            return [u[3] for u in present]

        def do_meterrefused(self, c):
            payers = self.payers(c)
            if len(payers) < 2 or c["value"] == self.meters[c["site"]][0]:
                raise AssertionError("%s pays" % [s.code for s in payers])

        def do_meter(self, c):
            before = self.meters.get(c["site"])
            if before and c["value"] > before[0]:
                if c["payer"]:
                    payers = [self.stays[c["payer"]]]
                else:
                    payers = self.payers(c)
                if len(payers) > 1:
                    raise AssertionError("one of %s pays" % [s.code for s in payers])
                amount = half_up(Fraction(self.meter_rate["price"]) * 100 * (c["value"] - before[0]))
                if amount and payers:
                    day = self.open_day() if c["on"] is None else c["on"]
                    self.write(payers[0], "meter", amount, day)
                    self.tax_line(payers[0], amount, self.meter_rate["group"], day)
            day = self.open_day() if c["on"] is None else c["on"]
            self.meters[c["site"]] = (c["value"], min(day, self.today), self.now)

    def check(camp, script, db, faults):
        model = Camp(script)
        for number, call in enumerate(script["calls"]):
            name = "%s, call %d (%s)" % (script["name"], number, call["call"])
            model.set_now(call["now"])
            stay = model.stays.get(call.get("code")) if call["call"] != "book" else None
            try:
                getattr(model, "do_" + call["call"])(*([call] + ([stay] if stay else [])))
            except AssertionError as error:
                faults.append("%s: %s" % (name, error))
                return model
            for code, balance in call["balances"].items():
                if model.balance(model.stays[code]) != balance:
                    faults.append("%s: %s has %s, expected %s: %s" % (
                        name, code, balance, model.balance(model.stays[code]),
                        json.dumps({k: v for k, v in call.items() if k != "balances"})))
                    return model
        def rows(sql):
            return [tuple(r) for r in db.execute(sql, (script["name"],))]
        def compare(what, ours, theirs):
            if Counter(ours) != Counter(theirs):
                faults.append("%s: %s %s, expected %s" % (
                    script["name"], what, sorted((Counter(theirs) - Counter(ours)).elements()),
                    sorted((Counter(ours) - Counter(theirs)).elements())))
        home = "(SELECT Z_PK FROM ZCAMPGROUND WHERE ZNAME = ?)"
        compare("ledger", [(e["stay"], e["day"], e["kind"], e["amount"]) for e in model.entries],
                rows("SELECT 'R-' || r.ZNUMBER, CAST(round(e.ZDAY / 86400) AS INTEGER), e.ZKIND, e.ZAMOUNTMINOR"
                     " FROM ZFOLIOENTRY e JOIN ZRESERVATION r ON e.ZRESERVATION = r.Z_PK"
                     " WHERE r.ZCAMPGROUND = " + home))
        compare("lines to come",
                [(s.code, r["day"], r["kind"], r["amount"], r["group"], int(r["refundable"]),
                  r["name"] if r["manner"] else None, r["manner"])
                 for s in model.stays.values() for r in s.rows if not r["entry"]],
                rows("SELECT 'R-' || r.ZNUMBER, CAST(round(c.ZDAY / 86400) AS INTEGER), c.ZKIND, c.ZAMOUNTMINOR,"
                     " c.ZTAXGROUP, c.ZISREFUNDABLE, c.ZRULENAME, c.ZRULEMANNER FROM ZSTAYCHARGE c JOIN ZRESERVATION r ON c.ZRESERVATION = r.Z_PK"
                     " WHERE r.ZCAMPGROUND = " + home + " AND c.Z_PK NOT IN"
                     " (SELECT ZCHARGE FROM ZFOLIOENTRY WHERE ZCHARGE IS NOT NULL)"))
        compare("vouchers", [(k, v[0], v[1]) for k, v in model.vouchers.items()],
                rows("SELECT ZCODE, ZAMOUNTMINOR, ZREDEEMEDMINOR FROM ZVOUCHER WHERE ZCAMPGROUND = " + home))
        compare("closed days", model.closings,
                rows("SELECT CAST(round(ZDAY / 86400) AS INTEGER), ZCHARGEDMINOR, ZPAIDMINOR, ZNIGHTSSOLD"
                     " FROM ZCLOSEDDAY WHERE ZCAMPGROUND = " + home))
        return model

    def main():
        scripts = json.load(open(sys.argv[1]))
        db = sqlite3.connect("file:%s?mode=ro" % sys.argv[2], uri=True)
        faults, calls, lines = [], Counter(), 0
        for script in scripts:
            model = check(None, script, db, faults)
            calls.update(c["call"] for c in script["calls"])
            lines += len(model.entries)
        print(json.dumps({"histories": len(scripts), "lines": lines, "calls": calls,
                          "conditions": refused, "faults": faults[:5]}))

    main()
    """#
}
