extension HistoryOracle {
  /// What is agreed for a stay, when it is booked and when it is changed.
  static let agreeing = #"""
    import json, sqlite3, sys
    from datetime import date, timedelta
    from collections import Counter
    from fractions import Fraction
    from math import floor

    NEVER = -10**9

    def half_up(x):
        whole = floor(abs(x) + Fraction(1, 2))
        return -whole if x < 0 else whole

    def spread(total, weights):
        parts = [abs(total) * w / Fraction(sum(weights)) for w in weights]
        shares = [floor(p) for p in parts]
        order = sorted(range(len(parts)), key=lambda i: (shares[i] - parts[i], i))
        for i in order[:abs(total) - sum(shares)]:
            shares[i] += 1
        return [-s if total < 0 else s for s in shares]

    # How often a condition decided.
    refused = Counter()

    def times(rule, party):
        people, vehicles, pets = party
        count = {"stay": 1, "night": 1, "person": people, "person-night": people, "vehicle": vehicles,
                 "vehicle-night": vehicles, "pet": pets, "pet-night": pets}[rule["basis"]]
        included = rule.get("included") or 0
        refused["included"] += included > 0
        return max(0, count - included)

    def nightly(rule):
        return rule["basis"] in ("night", "person-night", "vehicle-night", "pet-night")

    def covers(rule, night, site_type):
        """Whether a fee or a tax is for a night on a site of such a type."""
        def refuse(reason):
            refused[reason] += 1
            return False
        if rule.get("type") not in (None, site_type):
            return refuse("type")
        if rule.get("from") is not None and night < rule["from"]:
            return refuse("from")
        if rule.get("until") is not None and night > rule["until"]:
            return refuse("until")
        on = date(2001, 1, 1) + timedelta(days=night)
        if rule.get("weekdays") and on.weekday() not in rule["weekdays"]:
            return refuse("weekdays")
        if rule.get("span"):
            (first, last), now = rule["span"], on.strftime("%m-%d")
            if not (first <= now <= last if first <= last else now >= first or now <= last):
                return refuse("season")
        return True

    class Stay:
        pass

    class Camp:
        def __init__(self, script):
            self.sites = script["sites"]
            self.rules = {"rate": {}, "fee": {}, "tax": {}, "discount": {}, "season": {}}
            self.policy = script["policy"]
            self.stays, self.entries, self.vouchers, self.closings = {}, [], {}, []
            self.closed, self.meters, self.meter_rate = None, {}, script["meter"]

        # Time

        def set_now(self, minute):
            self.now, self.today = minute, minute // 1440

        def open_day(self):
            return self.today if self.closed is None else max(self.today, self.closed + 1)

        # Rules and prices

        def active(self, kind):
            # A season is taken with the dates that it has at the moment.
            def taken(name, rule):
                span = self.rules["season"].get(rule.get("season"))
                return dict({k: v for k, v in rule.items() if k != "season"}, name=name, span=span)
            return [taken(n, r) for n, r in sorted(self.rules[kind].items()) if r["active"]]

        def rules_now(self, stay):
            given = [dict(d, name=n) for n, d in sorted(self.rules["discount"].items())
                     if (d["automatic"] and d["active"] and stay.price is None) or n == stay.asked]
            return {"fee": self.active("fee"), "tax": self.active("tax"), "discount": given}

        def night_prices(self, site, nights, kept, price=None):
            # What was agreed at the desk; seven nights in a row that are not kept cost a week; else the
            # nightly rate, else the site's own.
            if price is not None:
                return {n: price for n in nights if n not in kept}
            site = self.sites[site]
            def rate(kind):
                fitting = [r for r in self.active("rate")
                           if r["kind"] == kind and r["type"] in (None, site["type"])]
                fitting.sort(key=lambda r: (r["type"] is None, r["name"]))
                return fitting[0] if fitting else None
            prices, week = {}, rate("weekly")
            self.weeks = []
            start = 0
            while week and start + 7 <= len(nights):
                some = nights[start:start + 7]
                if any(n in kept for n in some):
                    start += 1
                    continue
                prices.update(zip(some, spread(week["amount"], [1] * 7)))
                self.weeks.append(some)
                start += 7
            single = rate("nightly")
            for n in nights:
                if n not in kept and n not in prices:
                    prices[n] = single["amount"] if single else site["rate"]
            return prices

        def prices_cut_anew(self, site, nights, kept):
            # Weeks are those of a new stay; what the kept nights leave of one is for its other nights.
            prices = self.night_prices(site, nights, {})
            for week in self.weeks:
                open_ = [n for n in week if n not in kept]
                left = sum(prices[n] - (kept.get(n) or prices[n]) for n in week if n in kept)
                own = [prices[n] for n in open_]
                if open_ and left:
                    weights = own if any(own) else [1] * len(own)
                    prices.update(zip(open_, spread(max(0, sum(own) + left), weights)))
            return prices

        # What was agreed

        def agreed(self, stay):
            return [r for r in stay.rows if not (r["entry"] and r["entry"]["reversed"])]

        def first_open(self, stay):
            # Nights that a guest who should have left gets added may be past.
            return min(self.today, stay.agreed_until) if stay.state == "CheckedIn" else NEVER

        def to_come_for(self, stay):
            """The nights that are neither charged nor past; all of a stay that has no price."""
            rows, first = self.agreed(stay), self.first_open(stay)
            charged = {r["day"] for r in rows if r["kind"] == "lodging" and r["entry"]}
            return [n for n in range(stay.arrival, stay.departure) if n >= first and n not in charged]

        def agree(self, stay, keep_price=lambda n: True, moved=False, gift=None, dropped=(), is_new=None,
                  is_cut_anew=False):
            """Gift: the name of a discount and the nights that get it now; dropped: names that they lose."""
            rows = self.agreed(stay)
            nights = list(range(stay.arrival, stay.departure))
            now, first_open = self.rules_now(stay), self.first_open(stay)
            is_new = not rows if is_new is None else is_new
            if is_new:
                stay.booked, stay.terms, first_open, stay.agreed_nights = now, {}, NEVER, 0
            terms = {n: stay.terms.get(n, now) for n in nights}
            # Nights that were agreed are charged for the type of site that they were agreed for.
            here = self.sites[stay.site]["type"]
            types = {n: stay.types[n] if n in stay.terms and not (moved and n >= first_open) else here
                     for n in nights}
            kept = {}
            for n in nights:
                own = [r["amount"] for r in rows if r["kind"] == "lodging" and r["day"] == n]
                given_up = sum(own) == 0 and len(own) > 1 and n not in stay.terms
                if own and not given_up and (n < first_open or keep_price(n)):
                    kept[n] = sum(own)
            past = [n for n in nights if n < first_open]
            to_come = [n for n in nights if n >= first_open]
            made_up = to_come[0] if to_come else nights[-1]
            lines = []
            def add(day, kind, name, amount, group, rules, refundable=True, manner=None):
                lines.append(dict(day=day, kind=kind, name=name, amount=amount, group=group,
                                  rules=rules, refundable=refundable, manner=manner))
            prices = (self.prices_cut_anew(stay.site, nights, kept) if is_cut_anew
                      else self.night_prices(stay.site, nights, kept, stay.price))
            prices.update(kept)
            for n in nights:
                add(n, "lodging", "", prices[n], "lodging", terms[n])
            # Discounts
            left, given = dict(prices), Counter()
            for r in rows:
                if r["kind"] == "discount" and r["day"] in kept:
                    if gift and r["day"] in gift[1] and r["name"] in dropped:
                        continue
                    add(r["day"], "discount", r["name"], r["amount"], "lodging", terms[r["day"]])
                    left[r["day"]] += r["amount"]
                    given[r["name"]] -= r["amount"]
            sets = [stay.booked]
            for n in nights:
                if terms[n] not in sets:
                    sets.append(terms[n])
            def having(d, days):
                return [l for l in lines if l["kind"] == "discount" and l["name"] == d["name"]
                        and l["day"] in days and d in terms[l["day"]]["discount"]]
            def lacking(d, had):
                price = sum(prices[n] for n in {l["day"] for l in had})
                return half_up(Fraction(d["percent"]) / 100 * price) + sum(l["amount"] for l in had)
            for rules in sets:
                for d in rules["discount"]:
                    anew = [n for n in nights if terms[n] == rules
                            and (n not in kept or (gift and gift[0] == d["name"] and n in gift[1]))]
                    if not anew:
                        continue
                    if len(nights) < d["nights"] or d["type"] not in (None, self.sites[stay.site]["type"]):
                        continue
                    if d["percent"] is not None:
                        # Rounded on all nights that have it, unless they lack more of it than rounding.
                        had = having(d, [n for n in kept if n not in anew])
                        if not is_cut_anew and abs(lacking(d, had)) > len({r["day"] for r in had}):
                            had = []
                        some = anew + sorted({r["day"] for r in had})
                        off = half_up(Fraction(d["percent"]) / 100 * sum(prices[n] for n in some))
                        off = max(0, off + sum(r["amount"] for r in had))
                    else:
                        off = max(0, d["amount"] - given[d["name"]])
                    room = [max(0, left[n]) for n in anew]
                    off = min(off, sum(room))
                    if off:
                        for n, share in zip(anew, spread(off, room)):
                            left[n] -= share
                            given[d["name"]] += share
                            if share:
                                add(n, "discount", d["name"], -share, "lodging", rules)
            # What rounding left where nights went is for the nights to come that are not charged.
            charged = {r["day"] for r in rows if r["kind"] in ("lodging", "discount") and r["entry"]}
            seen = []
            for d in [d for rules in sets for d in rules["discount"] if d["percent"] is not None]:
                if d in seen:
                    continue
                seen.append(d)
                had = having(d, nights)
                rest = lacking(d, had)
                mine = sorted((l for l in had if l["day"] >= first_open and l["day"] not in charged),
                              key=lambda l: l["day"])
                if not rest or abs(rest) > len({l["day"] for l in had}):
                    continue
                if len({l["day"] for l in mine}) != len(mine):
                    continue
                off = rest - sum(l["amount"] for l in mine)
                room = [left[l["day"]] - l["amount"] for l in mine]
                if not mine or min(room) < 0 or not 0 <= off <= sum(room):
                    continue
                for l, share in zip(mine, spread(off, room)):
                    left[l["day"]] -= l["amount"] + share
                    l["amount"] = -share
            lines = [l for l in lines if l["kind"] != "discount" or l["amount"]]
            def is_due(rule, count=len(nights)):
                return not rule.get("exempt") or count < rule["exempt"]
            def was_free(rule):
                return not is_due(rule, stay.agreed_nights)
            # Fees
            def amounts(kind, choose):
                for r in rows:
                    if r["kind"] == kind and r["day"] in past:
                        rules = stay.booked if r["manner"] == "once" else terms[r["day"]]
                        add(r["day"], kind, r["name"], r["amount"], r["group"], rules, r["refundable"],
                            r["manner"])
                for f in choose(stay.booked):
                    mine = [n for n in nights if covers(f, n, types[n])]
                    if nightly(f) or not mine:
                        continue
                    if to_come and mine[-1] < first_open and is_due(f) and not was_free(f):
                        continue
                    where = next((n for n in mine if n >= first_open), made_up)
                    wanted = f["amount"] * times(f, stay.party) if is_due(f) else 0
                    before = sum(r["amount"] for r in rows if r["kind"] == kind and r["manner"] == "once"
                                 and r["name"] == f["name"] and r["group"] == f["group"] and r["day"] in past)
                    if wanted != before:
                        add(where, kind, f["name"], wanted - before, f["group"], stay.booked,
                            f.get("refundable", True), "once")
                for n in to_come:
                    for f in choose(terms[n]):
                        if nightly(f) and is_due(f) and covers(f, n, types[n]):
                            count = times(f, stay.party)
                            if count:
                                add(n, kind, f["name"], f["amount"] * count, f["group"], terms[n],
                                    f.get("refundable", True), "nightly")
            amounts("fee", lambda rules: rules["fee"])
            # Taxes
            taxed = list(lines)
            groups = {l["group"] for l in taxed}
            amounts("tax", lambda rules: [t for t in rules["tax"] if t["percent"] is None
                                          and t["group"] in groups])
            # Past nights get back what the stay is free of by now, and are charged what it is not any more.
            def by_night(rules):
                return {(t["name"], t["group"]): t for t in rules["tax"] if t["percent"] is None
                        and nightly(t) and t["exempt"] and t["group"] in groups}
            for name in sorted({key for rules in sets for key in by_night(rules)} if past else []):
                def of(manner):
                    return [r for r in rows if r["kind"] == "tax" and r["manner"] == manner
                            and (r["name"], r["group"]) == name]
                wanted = None
                for n in past:
                    t, own = by_night(terms[n]).get(name), [r["amount"] for r in of("nightly") if r["day"] == n]
                    if t and not is_due(t):
                        wanted = (wanted or 0) - sum(own)
                    elif t and was_free(t):
                        is_missing = not own and covers(t, n, types[n])
                        wanted = (wanted or 0) + (t["amount"] * times(t, stay.party) if is_missing else 0)
                if wanted is None:
                    wanted = sum(r["amount"] for r in of("arrears"))
                wanted -= sum(r["amount"] for r in of("arrears") if r["day"] in past)
                if wanted:
                    add(made_up, "tax", name[0], wanted, name[1], None, manner="arrears")
            names = {(t["name"], t["group"]) for rules in sets for t in rules["tax"] if t["percent"] is not None}
            def percentage(line, name):
                return next((Fraction(t["percent"]) / 100 for t in line["rules"]["tax"]
                             if is_due(t) and covers(t, line["day"], types[line["day"]]) and (t["name"], t["group"]) == name and t["percent"] is not None), 0)
            for name in sorted(names):
                exact = Counter()
                for l in taxed:
                    if l["group"] == name[1]:
                        exact[l["day"]] += l["amount"] * percentage(l, name)
                def is_share(r):
                    return (r["kind"] == "tax" and r["manner"] == "percentage"
                            and (r["name"], r["group"]) == name)
                before = sum(r["amount"] for r in rows if r["day"] in past and is_share(r))
                rest = half_up(Fraction(sum(exact.values()))) - before
                weights = [exact[n] for n in to_come]
                if rest and sum(weights) > 0 and min(weights) >= 0:
                    for n, share in zip(to_come, spread(rest, weights)):
                        if share:
                            add(n, "tax", name[0], share, name[1], None, manner="percentage")
                elif rest:
                    add(made_up, "tax", name[0], rest, name[1], None, manner="percentage")
            stay.terms, stay.types, stay.agreed_until = terms, types, stay.departure
            stay.agreed_nights = len(nights)
            stay.rows = [r for r in stay.rows if r["entry"]] + self.beside_posted(stay, lines)
            self.cap_allowances(stay)

        def beside_posted(self, stay, wanted):
            posted = [r for r in self.agreed(stay) if r["entry"]]
            def sort(l):
                return (("lodging",) if l["kind"] == "lodging" else
                        (l["kind"], l["name"], l["group"] or "", l["manner"] or ""))
            result = sorted((dict(l) for l in wanted), key=lambda l: l["day"])
            for key in sorted({sort(p) for p in posted}):
                mine = [p for p in posted if sort(p) == key]
                days = sorted({p["day"] for p in mine})
                all_ = [l for l in result if sort(l) == key]
                result = [l for l in result if sort(l) != key]
                if key[0] == "tax":
                    # Each day's share stays with it; the last one to come makes up for the rest.
                    come, shares, rest = [l for l in all_ if l["day"] not in days], [], 0
                    quoted = [l for l in all_ if l["day"] in days]
                    for d in days:
                        here, there = [[l for l in some if l["day"] == d] for some in (quoted, mine)]
                        missing = sum(l["amount"] for l in here) - sum(p["amount"] for p in there)
                        if missing and (key[3] == "nightly" or (key[3] == "percentage" and abs(missing) > 1)):
                            shares.append(dict((here or there)[-1], amount=missing))
                        else:
                            rest += missing
                    if rest and come:
                        come[-1]["amount"] += rest
                        if come[-1]["amount"] == 0:
                            come.pop()
                    elif rest:
                        come.append(dict(max(quoted + mine, key=lambda l: l["day"]), amount=rest))
                    result += come + shares
                    continue
                once = key[0] == "fee" and key[3] == "once"
                for d in days:
                    here = [l for l in all_ if l["day"] == d]
                    all_ = [l for l in all_ if l["day"] != d]
                    posted_here = [p for p in mine if p["day"] == d]
                    missing = sum(l["amount"] for l in here) - sum(p["amount"] for p in posted_here)
                    if not missing:
                        continue
                    again = next((l for l in all_ if l["amount"] == -missing), None) if once else None
                    if again:
                        # What is charged once was charged already.
                        all_.remove(again)
                    else:
                        result.append(dict((here or posted_here)[-1], amount=missing))
                result += all_
            for l in result:
                l["entry"] = None
            return result

        # What was taken off by hand

        def cap_allowances(self, stay):
            """What was taken off stands as far as the stay comes to it; the rest is taken back."""
            own = [e for e in self.entries if e["stay"] == stay.code and not e["payment"]
                   and not e["reversed"] and e["kind"] != "reversal"]
            if not any(e["hand"] and e["kind"] == "discount" for e in own):
                return
            backs = [e for e in own if e["back"]]
            bill = sum(self.balance(stay)[:2]) - sum(e["amount"] for e in backs)
            is_over = stay.state in ("Canceled", "NoShow")
            taxes, off = Counter(), Counter()
            for e in own:
                if e["tax"] and not e["back"]:
                    taxes[e["tax"]] += e["amount"]
                    off[e["tax"]] -= e["amount"] if e["hand"] else 0
            for r in [] if is_over else stay.rows:
                if not r["entry"] and r["kind"] == "tax":
                    taxes[(r["group"] or "", r["name"])] += r["amount"]
            wanted = {}
            for group in {g for g, _ in taxes}:
                mine = sorted(t for t in taxes if t[0] == group)
                most = [min(max(0, -taxes[t]), off[t]) for t in mine]
                whole = min(sum(most), -sum(taxes[t] for t in mine))
                if whole > 0:
                    wanted.update(zip(mine, spread(whole, most)))
            if not is_over and max(0, -bill) < sum(wanted.values()):
                mine = sorted(wanted)
                wanted = dict(zip(mine, spread(max(0, -bill), [wanted[t] for t in mine])))
            wanted["amount"] = max(0, -bill - sum(wanted.values()))
            for share in set(wanted) | {e["back"] for e in backs}:
                target, standing = wanted.get(share, 0), [e for e in backs if e["back"] == share]
                while standing and sum(e["amount"] for e in standing) > target:
                    self.reverse(stay, standing.pop(), None)
                rest = target - sum(e["amount"] for e in standing)
                if rest and share == "amount":
                    self.write(stay, "discount", rest, hand=True, back=share)
                elif rest:
                    self.write(stay, "tax", rest, tax=share, back=share)
    """#
}
