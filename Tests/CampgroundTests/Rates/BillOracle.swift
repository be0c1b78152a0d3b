/// What Python makes of the rules and bills in a store's file.
struct BillOracle: Decodable {
  /// The number of stays that were priced.
  let stays: Int
  /// How many of them change the campsite on their way.
  let splits: Int
  /// The number of lines that were compared.
  let lines: Int
  /// How many nights had a price by rates of each kind.
  let kinds: [String: Int]
  /// How often a fee, a tax and a percentage were for some nights of a stay only.
  let conditions: [String: Int]
  /// Where Python and the file disagree.
  let faults: [String]

  /// Prices every stay of the file from the campground's rules, with fractions, and compares each
  /// line with the charges that are kept.
  static let script = #"""
    import json, sqlite3, sys
    from calendar import monthrange
    from collections import Counter
    from datetime import date, timedelta
    from fractions import Fraction
    from math import floor

    db = sqlite3.connect("file:%s?mode=ro" % sys.argv[1], uri=True)
    db.row_factory = sqlite3.Row
    def rows(table, **where):
        sql = "SELECT * FROM " + table
        if where:
            sql += " WHERE " + " AND ".join(k + " = ?" for k in where)
        return [dict(r) for r in db.execute(sql, tuple(where.values()))]

    def day(seconds):
        return date(2001, 1, 1) + timedelta(days=round(seconds / 86400))

    def exact(number):
        return Fraction(repr(number) if isinstance(number, float) else str(number))

    def half_up(x):
        whole = floor(abs(x) + Fraction(1, 2))
        return -whole if x < 0 else whole

    def spread(total, weights):
        if not sum(weights):
            return [0] * len(weights)
        parts = [Fraction(total * w, sum(weights)) for w in weights]
        shares = [floor(p) for p in parts]
        by_loss = sorted(range(len(parts)), key=lambda i: (shares[i] - parts[i], i))
        for i in by_loss[:total - sum(shares)]:
            shares[i] += 1
        return shares

    seasons = {s["Z_PK"]: s for s in rows("ZSEASON")}
    def in_season(key, night):
        if key is None:
            return True
        s = seasons[key]
        first = "%02d-%02d" % (s["ZSTARTMONTH"], s["ZSTARTDAY"])
        last = "%02d-%02d" % (s["ZENDMONTH"], s["ZENDDAY"])
        now = night.strftime("%m-%d")
        if first <= last:
            inside, begun = first <= now <= last, night.year
        else:
            inside, begun = now >= first or now <= last, night.year - (now < first)
        return inside and s["ZYEAR"] in (None, begun)

    def on_weekday(bits, night):
        return bits == 0 or bits >> night.weekday() & 1 == 1

    def add_months(start, count):
        months = start.year * 12 + start.month - 1 + count
        year, month = divmod(months, 12)
        return date(year, month + 1, min(start.day, monthrange(year, month + 1)[1]))

    used, conditions = Counter(), Counter()

    def price_nights(parts):
        nights = [n for _, _, some in parts for n in some]
        site_of = {n: site for _, site, some in parts for n in some}
        known = rows("ZRATE", ZCAMPGROUND=parts[0][0]["ZCAMPGROUND"], ZISACTIVE=1)
        known.sort(key=lambda r: (r["ZCAMPSITE"] is None, r["ZSEASON"] is None,
                                  r["ZWEEKDAYS"] == 0, r["ZSITETYPE"] is None,
                                  r["ZRANK"], r["ZNAME"]))
        def rate(kind, night):
            site = site_of[night]
            return next((r for r in known if r["ZKIND"] == kind and in_season(r["ZSEASON"], night)
                         and on_weekday(r["ZWEEKDAYS"], night)
                         and r["ZCAMPSITE"] in (None, site["Z_PK"])
                         and r["ZSITETYPE"] in (None, site["ZTYPE"])), None)
        priced = {}
        def together(some, kind, divisor):
            rates = [rate(kind, n) for n in some]
            amounts = [r["ZAMOUNTMINOR"] for r in rates]
            shares = spread(half_up(Fraction(sum(amounts), divisor)), amounts)
            for night, r, share in zip(some, rates, shares):
                priced[night] = (r["ZNAME"], share)
                used[kind] += 1
        def days_of_months(some):
            for month in sorted({(n.year, n.month) for n in some}):
                part = [n for n in some if (n.year, n.month) == month]
                together(part, "monthly", monthrange(*month)[1])
        arrival, departure = nights[0], nights[-1] + timedelta(days=1)
        if add_months(arrival, 1) <= departure:
            count = 0
            while add_months(arrival, count) < departure:
                start, end = add_months(arrival, count), add_months(arrival, count + 1)
                month = [n for n in nights if start <= n < end]
                if all(rate("monthly", n) for n in month):
                    if end <= departure:
                        together(month, "monthly", len(month))
                    else:
                        days_of_months(month)
                count += 1
        start = 0
        while start + 7 <= len(nights):
            week = nights[start:start + 7]
            if all(n not in priced and rate("weekly", n) for n in week):
                together(week, "weekly", 7)
                start += 7
            else:
                start += 1
        for night in nights:
            if night not in priced:
                r = rate("nightly", night)
                if r:
                    priced[night] = (r["ZNAME"], r["ZAMOUNTMINOR"])
                    used["nightly"] += 1
                elif site_of[night]["ZRATEMINOR"] is not None:
                    priced[night] = ("Night", site_of[night]["ZRATEMINOR"])
                    used["own"] += 1
        days_of_months([n for n in nights if n not in priced and rate("monthly", n)])
        return priced

    def times(basis, stay):
        return {"stay": 1, "night": 1, "person": stay["ZPARTYSIZE"],
                "person-night": stay["ZPARTYSIZE"], "vehicle": stay["ZVEHICLECOUNT"] or 0,
                "vehicle-night": stay["ZVEHICLECOUNT"] or 0,
                "pet": stay["ZPETCOUNT"], "pet-night": stay["ZPETCOUNT"]}[basis]

    def is_for(rule, night, site):
        if rule["ZSITETYPE"] not in (None, site["ZTYPE"]):
            return False
        if rule["ZDATEFROM"] is not None and night < day(rule["ZDATEFROM"]):
            return False
        if rule["ZDATEUNTIL"] is not None and night > day(rule["ZDATEUNTIL"]):
            return False
        return in_season(rule.get("ZSEASON"), night) and on_weekday(rule.get("ZWEEKDAYS", 0), night)

    def counted(amount, basis, kind, rule, group, refundable, parts):
        lines = []
        for stay, site, nights in parts:
            count = max(0, times(basis, stay) - (rule.get("ZINCLUDEDCOUNT") or 0))
            text = rule["ZNAME"] if count == 1 else "%s × %d" % (rule["ZNAME"], count)
            mine = [n for n in nights if is_for(rule, n, site)]
            days = mine if basis.endswith("night") else mine[:1]
            # Nothing that is charged once is no line.
            if count and (amount or basis.endswith("night")):
                lines += [(d, kind, text, amount * count, group, refundable) for d in days]
            if mine:
                conditions[kind] += len(mine) < len(nights)
            if mine and not basis.endswith("night"):
                break
        return lines

    # A stay is a list of parts, one a segment: the reservation, its site, its nights.
    def parts_of(stay):
        segments = rows("ZSTAYSEGMENT", ZRESERVATION=stay["Z_PK"], ZISGIVENUP=0)
        for s in sorted(segments, key=lambda s: s["ZDATEFROM"]):
            arrival, departure = day(s["ZDATEFROM"]), day(s["ZDATETO"])
            yield (stay, rows("ZCAMPSITE", Z_PK=s["ZCAMPSITE"])[0],
                   [arrival + timedelta(days=i) for i in range((departure - arrival).days)])

    def bill(parts):
        nights = [n for _, _, some in parts for n in some]
        home = {"ZCAMPGROUND": parts[0][0]["ZCAMPGROUND"]}
        by_name = lambda r: r["ZNAME"]
        priced = price_nights(parts)
        if not all(n in priced for n in nights):
            return []
        lines = [(n, "lodging", priced[n][0], priced[n][1], "lodging", 1)
                 for _, _, some in parts for n in some]
        left = {line[0]: line[3] for line in lines}
        for d in sorted(rows("ZDISCOUNT", **home), key=by_name):
            if len(nights) < (d["ZMINIMUMNIGHTS"] or 0):
                continue
            some = [n for stay, site, mine in parts for n in mine
                    if (d["Z_PK"] == stay["ZDISCOUNT"] or (d["ZISAUTOMATIC"] and d["ZISACTIVE"]))
                    and d["ZSITETYPE"] in (None, site["ZTYPE"])
                    and in_season(d["ZSEASON"], n) and on_weekday(d["ZWEEKDAYS"], n)]
            if d["ZPERCENT"] is not None:
                off = half_up(exact(d["ZPERCENT"]) / 100 * sum(priced[n][1] for n in some))
            else:
                off = d["ZAMOUNTMINOR"]
            off = min(off, sum(left[n] for n in some))
            for n, share in zip(some, spread(off, [left[n] for n in some])):
                left[n] -= share
                assert left[n] >= 0
                if share:
                    lines.append((n, "discount", d["ZNAME"], -share, "lodging", 1))
        for f in sorted(rows("ZFEE", ZISACTIVE=1, **home), key=by_name):
            lines += counted(f["ZAMOUNTMINOR"], f["ZBASIS"], "fee", f, f["ZTAXGROUP"],
                             f["ZISREFUNDABLE"], parts)
        taxed = list(lines)
        for t in sorted(rows("ZTAX", ZISACTIVE=1, **home), key=by_name):
            group = [l for l in taxed if l[4] == t["ZGROUP"]]
            if not group or (t["ZEXEMPTFROMNIGHTS"] and len(nights) >= t["ZEXEMPTFROMNIGHTS"]):
                continue
            if t["ZPERCENT"] is None:
                lines += counted(t["ZAMOUNTMINOR"], t["ZBASIS"], "tax", t, t["ZGROUP"], 1, parts)
                continue
            site_of = {n: site for _, site, some in parts for n in some}
            daily = [sum(l[3] for l in group if l[0] == n and is_for(t, n, site_of[n])) for n in nights]
            conditions["percentage"] += 0 in daily and any(daily)
            tax = half_up(exact(t["ZPERCENT"]) / 100 * sum(daily))
            for n, share in zip(nights, spread(tax, daily)):
                if share:
                    lines.append((n, "tax", t["ZNAME"], share, t["ZGROUP"], 1))
        return lines

    stays, splits, compared, faults = 0, 0, 0, []
    for stay in rows("ZRESERVATION"):
        parts = list(parts_of(stay))
        stays += 1
        splits += len(parts) > 1
        expected = bill(parts)
        kept = [(day(c["ZDAY"]), c["ZKIND"], c["ZTEXT"], c["ZAMOUNTMINOR"], c["ZTAXGROUP"],
                 c["ZISREFUNDABLE"]) for c in rows("ZSTAYCHARGE", ZRESERVATION=stay["Z_PK"])]
        compared += len(kept)
        name = "R-%d" % stay["ZNUMBER"]
        if Counter(kept) != Counter(expected):
            faults.append("%s kept %s expected %s" % (
                name, sorted(map(str, Counter(kept) - Counter(expected))),
                sorted(map(str, Counter(expected) - Counter(kept)))))
        total = sum(line[3] for line in expected) if expected else None
        if stay["ZTOTALMINOR"] != total:
            faults.append("%s total %s expected %s" % (name, stay["ZTOTALMINOR"], total))
    print(json.dumps({"stays": stays, "splits": splits, "lines": compared, "kinds": used,
                      "conditions": conditions, "faults": faults[:5]}))
    """#
}
