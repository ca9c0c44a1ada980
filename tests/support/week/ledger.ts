/**
 * A plain ledger of an invented shop, kept by hand beside the product. Nothing here calls the product's rules. Amounts are
 * integer kuruş, days are 'YYYY-MM-DD'. `accounts.ts` and `figures.ts` add its entries up.
 */

export type Method = 'Nakit' | 'Kart' | 'Havale' | 'Çek' | 'Diğer'
export type Status = 'Devam Ediyor' | 'Tamamlandı' | 'İptal'

/** A line of a record; `price` is for one piece and has VAT, below 0 for a discount. */
export type Item = { name: string; quantity: number; price: number }

export type Car = {
  key: string
  plate: string
  person: string
  /** The day under which the record is counted. */
  entered: string
  left: string | null
  status: Status
  items: Item[]
  isDeleted: boolean
}

/** A customer; `joined` is the one that it was joined to. */
export type Person = { key: string; name: string; phone: string; opening: number; joined: string | null }

/** Money taken (`sign` 1) or given back (-1), for a car or on account of a person. */
export type Entry = {
  sign: 1 | -1
  amount: number
  method: Method
  day: string
  car: string | null
  person: string | null
  note: string
  /** The day-end that counts it; `null` before the drawer was opened. */
  till: number | null
  cancels: Entry | null
  cancelledBy: Entry | null
}

export type Spending = {
  title: string
  amount: number
  day: string
  method: 'Nakit' | 'Kart' | 'Havale' | 'Vadeli'
  category: string
  /** Whether its cash was gone before the drawer was opened. */
  isBeforeTill: boolean
  isDeleted: boolean
}

/** The cash that a change of an expense took from the drawer. */
export type CashMove = { till: number; spending: Spending; amount: number }

/** A count of the drawer; the first one opens it. */
export type Count = { day: string; expected: number; counted: number; reason: string }

export class Ledger {
  today: string
  /** The first day of the accounts. */
  start: string | null = null
  readonly cars = new Map<string, Car>()
  readonly people = new Map<string, Person>()
  readonly entries: Entry[] = []
  readonly spendings: Spending[] = []
  readonly cashMoves: CashMove[] = []
  readonly counts: Count[] = []

  constructor(today: string) {
    this.today = today
  }

  car(key: string): Car {
    const car = this.cars.get(key)
    if (car === undefined) throw new Error(`The plan has no car '${key}'.`)
    return car
  }

  person(key: string): Person {
    const person = this.people.get(key)
    if (person === undefined) throw new Error(`The plan has no customer '${key}'.`)
    return person
  }

  /** Returns the customer whose page shows this one. */
  rootOf(key: string): Person {
    const { joined } = this.person(key)
    return joined === null ? this.person(key) : this.person(joined)
  }

  /** Returns the customers of a page: itself and those joined to it. */
  family(root: string): Person[] {
    return [...this.people.values()].filter(({ key }) => this.rootOf(key).key === root)
  }

  /** The number of the day-end that is open; `null` before the first count. */
  get openTill(): number | null {
    return this.counts.length === 0 ? null : this.counts.length
  }

  /** Writes an entry into the book. */
  enter(entry: Pick<Entry, 'sign' | 'amount' | 'method'> & Partial<Entry>): Entry {
    const written: Entry = {
      day: this.today,
      car: null,
      person: null,
      note: '',
      till: this.openTill,
      cancels: null,
      cancelledBy: null,
      ...entry,
    }
    this.entries.push(written)
    return written
  }

  /** Cancels an entry by its opposite of today. One from before the drawer was opened stays outside of it. */
  cancel(entry: Entry, reason: string): void {
    entry.cancelledBy = this.enter({
      ...entry,
      sign: entry.sign === 1 ? -1 : 1,
      day: this.today,
      note: reason,
      till: entry.till === null ? null : this.openTill,
      cancels: entry,
    })
  }

  /** Returns the entries of a car, without those that only cancel others. */
  entriesOf(car: string): Entry[] {
    return this.entries.filter((entry) => entry.car === car && entry.cancels === null)
  }

  totalOf({ items }: Car): number {
    return items.reduce((all, { quantity, price }) => all + quantity * price, 0)
  }

  paidOf({ key }: Car): number {
    return this.entries.reduce((all, { car, sign, amount }) => (car === key ? all + sign * amount : all), 0)
  }

  /** Returns the day on which a record's total became a debt; `null` while the car is in the shop. */
  dueOf({ status, left, entered, isDeleted }: Car): string | null {
    if (status === 'İptal' || isDeleted) return null
    return left ?? (status === 'Tamamlandı' ? entered : null)
  }

  /** Writes an expense; its cash leaves the open drawer. */
  spend(spending: Omit<Spending, 'isBeforeTill' | 'isDeleted'>): void {
    const written = { ...spending, isBeforeTill: this.openTill === null, isDeleted: false }
    this.spendings.push(written)
    this.moveCash(written, cashOf(written))
  }

  /** Changes an expense; the open drawer gets the difference of its cash. */
  change(spending: Spending, after: Partial<Spending>): void {
    const before = cashOf(spending)
    Object.assign(spending, after)
    this.moveCash(spending, cashOf(spending) - before)
  }

  private moveCash(spending: Spending, amount: number): void {
    if (this.openTill === null || spending.isBeforeTill || amount === 0) return
    this.cashMoves.push({ till: this.openTill, spending, amount })
  }
}

const cashOf = ({ method, amount, isDeleted }: Pick<Spending, 'method' | 'amount' | 'isDeleted'>): number =>
  method === 'Nakit' && !isDeleted ? amount : 0
