import Foundation
import TestSupport

/// The reports worked out by Python from the rows of a store's file, by their definitions and one
/// row after the other: the ledger's own lines, reversals included, and each night where it was
/// spent.
enum ReportOracle {
  /// The lines of all reports for periods of a campground, each as `report|from|to|…`.
  static func lines(
    of file: URL, campground: String, today: String, periods: [(String, String)]
  ) throws -> [String] {
    let arguments =
      [file.path, campground, today] + periods.flatMap { [$0.0, $0.1] }
    return String(decoding: try Python.run(script, arguments: arguments), as: UTF8.self)
      .split(separator: "\n").map(String.init)
  }

  private static let script = """
    import datetime as dt, sqlite3, sys
    from collections import defaultdict

    file, name = sys.argv[1:3]
    today = dt.date.fromisoformat(sys.argv[3])
    periods = list(zip(sys.argv[4::2], sys.argv[5::2]))
    db = sqlite3.connect(file)
    db.row_factory = sqlite3.Row
    EPOCH = dt.date(2001, 1, 1)

    def table(entity):
        return {row['Z_PK']: row for row in db.execute(f'SELECT * FROM Z{entity.upper()}')}

    def date(seconds):
        return None if seconds is None else EPOCH + dt.timedelta(days=round(seconds / 86400))

    home = next(k for k, row in table('Campground').items() if row['ZNAME'] == name)
    sites = {k: s for k, s in table('CampSite').items() if s['ZCAMPGROUND'] == home}
    stays = {k: r for k, r in table('Reservation').items() if r['ZCAMPGROUND'] == home}
    nights = [n for n in table('ReservationNight').values() if n['ZCAMPSITE'] in sites]
    entries = table('FolioEntry')
    folios = {k: f for k, f in table('Folio').items() if f['ZCAMPGROUND'] == home}
    ledger = [e for e in entries.values() if e['ZFOLIO'] in folios]
    sales = [s for s in table('Sale').values() if s['ZCAMPGROUND'] == home]
    employees = table('Employee')
    campers = table('Camper')
    SOLD = ('Reserved', 'CheckedIn', 'CheckedOut')

    def kind_of(site):
        return sites[site]['ZTYPE'] if site in sites else None

    def moment(seconds): return dt.datetime(2001, 1, 1) + dt.timedelta(seconds=seconds)

    # When each stay was reserved or imported, checked in, and called off.
    times = defaultdict(lambda: defaultdict(list))
    for event in table('Event').values():
        if not event['ZISTAKENBACK']:
            times[event['ZKIND']][event['ZRESERVATION']].append(moment(event['ZHAPPENEDAT']))

    def a_year_before(day):
        try: return day.replace(year=day.year - 1)
        except ValueError: return day.replace(year=day.year - 1, day=28)

    def months(days):
        return sorted({f'{day:%Y-%m}' for day in days})

    def nights_of(stay, days, first, last):
        day, end = date(stay[first]), date(stay[last])
        while day is not None and day < end:
            if day in days: yield day
            day += dt.timedelta(days=1)
    spent = {}
    for n in nights:
        if n['ZRESERVATION']:
            spent[n['ZRESERVATION'], EPOCH + dt.timedelta(days=n['ZNIGHT'])] = n['ZCAMPSITE']

    def half_up(units, count):
        if count == 0: return '-'
        sign = -1 if units < 0 else 1
        return str(sign * ((2 * abs(units) + count) // (2 * count)))

    def percent(part, whole):
        return '-' if whole == 0 else str((20000 * part + whole) // (2 * whole))

    def put(*values): print('|'.join('-' if v is None else str(v) for v in values))

    for first_text, last_text in periods:
        first, last = dt.date.fromisoformat(first_text), dt.date.fromisoformat(last_text)
        days = [first + dt.timedelta(days=i) for i in range((last - first).days + 1)]
        span = set(days)
        key = (first_text, last_text)

        # Nights of sites: all, closed, sold.
        count = defaultdict(lambda: [0, 0, 0])
        for site in sites.values():
            retired = date(site['ZRETIREDFROM'])
            for day in days:
                if retired is None or day < retired: count[site['ZTYPE']][0] += 1
        for n in nights:
            day = EPOCH + dt.timedelta(days=n['ZNIGHT'])
            if day not in span: continue
            if n['ZRESERVATION'] is None:
                count[kind_of(n['ZCAMPSITE'])][1] += 1
            elif stays[n['ZRESERVATION']]['ZSTATUS'] in SOLD:
                count[kind_of(n['ZCAMPSITE'])][2] += 1

        # Lodging by business day: the first posting of a night is the night itself, the rest are
        # corrections; each for the site of the night.
        first_posting, seen = {}, set()
        revenue = defaultdict(lambda: [0, 0, 0])
        last_night = None
        for line in sorted(ledger, key=lambda e: e['ZNUMBER']):
            shown = entries[line['ZREVERSES']] if line['ZKIND'] == 'reversal' else line
            if shown['ZKIND'] not in ('lodging', 'longer-stay', 'discount', 'allowance'): continue
            if shown['ZTAXGROUP'] not in (None, 'lodging'): continue
            stay, night, units = line['ZRESERVATION'], date(line['ZNIGHT']), line['ZAMOUNTMINOR']
            own = line['ZKIND'] in ('lodging', 'longer-stay', 'discount')
            if line['ZKIND'] == 'lodging' and units:
                first_posting.setdefault((stay, night), line['ZPOSTING'])
            if date(line['ZDAY']) not in span: continue
            of = revenue[kind_of(spent.get((stay, night)) or stays[stay]['ZCAMPSITE'])]
            if own and first_posting.get((stay, night)) == line['ZPOSTING']:
                of[1] += units
                if line['ZKIND'] == 'lodging' and (stay, night) not in seen:
                    seen.add((stay, night))
                    of[0] += 1
                    last_night = max(last_night or night, night)
            else:
                of[2] += units
        yesterday = today - dt.timedelta(days=1)
        through = min(last, max(yesterday, last_night or yesterday))
        free_so_far = defaultdict(int)
        for site in sites.values():
            retired = date(site['ZRETIREDFROM'])
            free_so_far[site['ZTYPE']] += sum(
                day <= through and (retired is None or day < retired) for day in days)
        for n in nights:
            day = EPOCH + dt.timedelta(days=n['ZNIGHT'])
            if n['ZRESERVATION'] is None and day in span and day <= through:
                free_so_far[kind_of(n['ZCAMPSITE'])] -= 1
        kinds = set(count) | set(revenue)
        rows = [(k, *count[k], *revenue[k], free_so_far[k]) for k in kinds]
        rows.append(('total', *(sum(r[i] for r in rows) for i in range(1, 8))))
        for kind, every, closed, sold, posted, money, corrected, so_far in rows:
            free = every - closed
            put('occupancy', *key, kind, sold, free, every, closed, percent(sold, free),
                percent(sold, every))
            put('revenue', *key, kind, sold, posted, money, corrected, half_up(money, posted),
                half_up(money + corrected, so_far))

        # Guests, day by day.
        def people(stay): return stay['ZADULTS'] + stay['ZCHILDREN']

        coming, going, here = (defaultdict(lambda: [0, 0]) for _ in range(3))
        for k, stay in stays.items():
            if stay['ZSTATUS'] not in SOLD: continue
            size = people(stay)
            for days_of, day in (
                (coming, date(stay['ZDATEFROM'])),
                (going, date(stay['ZDATETO'])
                    - dt.timedelta(days=kind_of(stay['ZCAMPSITE']) == 'day-use')),
            ):
                if day in span:
                    days_of[day][0] += 1
                    days_of[day][1] += size
        for n in nights:
            day, stay = EPOCH + dt.timedelta(days=n['ZNIGHT']), stays.get(n['ZRESERVATION'])
            if stay and day in span and stay['ZSTATUS'] in SOLD:
                here[day][0] += 1
                here[day][1] += people(stay)
        if today in span:
            guests = [s for s in stays.values() if s['ZSTATUS'] == 'CheckedIn']
            here[today] = [len(guests), sum(people(s) for s in guests)]
        for report, found in (('arrivals', coming), ('departures', going), ('inhouse', here)):
            for day, (number, people) in found.items(): put(report, *key, day, number, people)
        for k, stay in stays.items():
            if stay['ZSTATUS'] != 'NoShow' or date(stay['ZDATEFROM']) not in span: continue
            kept = sum(e['ZAMOUNTMINOR'] for e in ledger
                       if e['ZRESERVATION'] == k and e['ZMETHOD'] is None)
            camper = campers[stay['ZCAMPER']]['ZFULLNAME'] if stay['ZCAMPER'] else None
            put('noshows', *key, date(stay['ZDATEFROM']), f"R-{stay['ZNUMBER']}", camper, kept)

        # What was sold, and the taxes.
        sold = defaultdict(lambda: [0, 0, 0])
        for sale in sales:
            if date(sale['ZDAY']) not in span: continue
            seller = employees[sale['ZEMPLOYEE']]['ZNAME'] if sale['ZEMPLOYEE'] else None
            total = sold[sale['ZDEPARTMENT'], seller]
            total[0] += -1 if sale['ZREVERSES'] else 1
            total[1] += sale['ZQUANTITY']
            total[2] += sale['ZAMOUNTMINOR']
        for (department, seller), total in sold.items():
            put('sales', *key, department, seller, *total)
        taxes = defaultdict(lambda: [0, 0])
        for line in ledger:
            shown = entries[line['ZREVERSES']] if line['ZKIND'] == 'reversal' else line
            if shown['ZKIND'] != 'tax' or date(line['ZDAY']) not in span: continue
            tax = line['ZNAME']
            taxes[tax][0] += 1
            taxes[tax][1] += line['ZAMOUNTMINOR']
        for tax, total in taxes.items(): put('tax', *key, tax, *total)

        # Bills: what was posted, and what was agreed and is not, less what was paid.
        owed, bills = defaultdict(int), defaultdict(list)
        for k, stay in stays.items():
            bill = ('folio', stay['ZFOLIO']) if stay['ZFOLIO'] else ('stay', k)
            bills[bill].append(stay)
            if stay['ZSTATUS'] in ('Reserved', 'CheckedIn') and stay['ZTOTALMINOR'] is not None:
                owed[bill] += stay['ZTOTALMINOR'] - sum(
                    e['ZAMOUNTMINOR'] for e in ledger
                    if e['ZRESERVATION'] == k and e['ZNIGHT'] is not None)
        for line in ledger:
            owed['folio', line['ZFOLIO']] += line['ZAMOUNTMINOR']
        for bill, parts in bills.items():
            if owed[bill] == 0: continue
            shown = [p for p in parts if p['ZSTATUS'] in SOLD + ('Draft', 'Hold', 'Requested')]
            shown = shown or parts
            code = min(p['ZNUMBER'] for p in parts)
            if any(date(p['ZDATEFROM']) <= last and date(p['ZDATETO']) > first for p in shown):
                put('balances', *key, f'R-{code}', owed[bill])
            if owed[bill] > 0: put('receivables', *key, f'R-{code}', owed[bill])

        # Money by method, reversals with what they reverse.
        money = defaultdict(lambda: [0, 0, 0])
        for line in ledger:
            if line['ZMETHOD'] is None or date(line['ZDAY']) not in span: continue
            shown = entries[line['ZREVERSES']] if line['ZKIND'] == 'reversal' else line
            total, sign = money[line['ZMETHOD']], -1 if shown['ZKIND'] == 'payment' else 1
            total[0] += 1
            total[1 if sign < 0 else 2] += sign * line['ZAMOUNTMINOR']
        for method, total in money.items(): put('payments', *key, method, *total)

        # What was paid at the end of the last day for stays to come, by bill and stay.
        paid = defaultdict(int)
        for line in ledger:
            if date(line['ZDAY']) <= last: paid[line['ZRESERVATION']] -= line['ZAMOUNTMINOR']
        for k, stay in stays.items():
            if paid[k] <= 0 or date(stay['ZDATETO']) <= last: continue
            called_off = times['canceled'][k] + times['no-show'][k]
            if any(t.date() <= last for t in times['checkedIn'][k] + called_off): continue
            put('deposits', *key, f"R-{stay['ZNUMBER']}", paid[k])

        # Nights on the books by month, and those of last year on the same day.
        then = a_year_before(today)
        former = {a_year_before(day) for day in days}
        free = defaultdict(int)
        for site in sites.values():
            retired = date(site['ZRETIREDFROM'])
            for day in days: free[f'{day:%Y-%m}'] += retired is None or day < retired
        for n in nights:
            day = EPOCH + dt.timedelta(days=n['ZNIGHT'])
            if n['ZRESERVATION'] is None and day in span: free[f'{day:%Y-%m}'] -= 1
        books = defaultdict(lambda: [0, 0, 0])
        for k, stay in stays.items():
            is_sold = stay['ZSTATUS'] in SOLD
            booked = min(times['reserved'][k] + times['imported'][k], default=None)
            is_past = any(date(stay['ZDATETO']) <= t.date() for t in times['imported'][k])
            was_booked = is_past or booked is not None and booked.date() <= then
            ends = times['canceled'][k] + times['no-show'][k]
            if is_sold:
                for day in nights_of(stay, span, 'ZDATEFROM', 'ZDATETO'):
                    books[f'{day:%Y-%m}'][0] += 1
                for day in nights_of(stay, former, 'ZDATEFROM', 'ZDATETO'):
                    month = f'{day.year + 1}-{day:%m}'
                    books[month][1] += was_booked
                    books[month][2] += 1
            elif was_booked and ends and max(ends).date() > then:
                for day in nights_of(stay, former, 'ZRESERVEDFROM', 'ZRESERVEDTO'):
                    books[f'{day.year + 1}-{day:%m}'][1] += 1
        for month in months(days):
            put('pace', *key, month, *books[month])
            put('forecast', *key, month, books[month][0], free[month])
    """
}
