import { expect } from 'vitest'

import { figuresOf, spentOf, wholeOf } from './figures.ts'
import type { Ledger } from './ledger.ts'
import { idOf, type Shop, type Step } from './shop.ts'

/** Calls an old path as a program does. */
async function call({ panel, token }: Shop, path: string, body?: object): Promise<string> {
  const answer = await fetch(new URL(`api/${path}`, panel.address), {
    headers: { 'session-id': token, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  })
  expect([path, answer.status]).toEqual([path, 200])
  return answer.text()
}

/** Reads a file that a screen offers, as text. */
async function file({ page }: Shop, path: string): Promise<string> {
  const answer = await page.request.get(`api/export/${path}`)
  expect([path, answer.status()]).toEqual([path, 200])
  return (await answer.body()).toString('utf8')
}

const monthOf = (day: string) => `month=${Number(day.slice(5, 7))}&year=${day.slice(0, 4)}`

/** Returns the whole answers that the specification names: of the old paths, and of the list's and statistics' files. */
async function specifiedAnswers(shop: Shop, car: string | null): Promise<Record<string, string>> {
  const month = monthOf(shop.ledger.today)
  const answers: Record<string, string> = {}
  for (const path of ['getKayitlar.php', `getKayitlar.php?${month}`, `getStats.php?${month}`, 'expenses.php'])
    answers[path] = await call(shop, path)
  if (car !== null) answers['getKayit.php'] = await call(shop, 'getKayit.php', { kayit_id: idOf(shop, car) })
  for (const path of ['kayit?format=CSV', `stats?format=CSV&${month}`, `journal?format=CSV&${month}`])
    answers[path] = await file(shop, path)
  return answers
}

/** Carries out a change of money, after which every answer of the specification must be the same to the letter. */
export async function expectSameFigures(
  shop: Shop,
  car: string | null,
  change: () => Promise<void>,
): Promise<void> {
  const before = await specifiedAnswers(shop, car)
  await change()
  expect(await specifiedAnswers(shop, car)).toEqual(before)
  shop.sameFigures += 1
}

type Answer<T> = { success: boolean; data: T }
type OldStats = {
  durumlara_gore_kayit: { durum: string; adet: number }[]
  son_ay_kayit_sayisi: number
  son_ay_gelir: number
  son_ay_gider: number
  toplam_kayit_sayisi: number
  toplam_gelir: number
  toplam_gider: number
  gunluk_kayit_sayisi: { label: string; adet: number }[]
  gunluk_gelir: { label: string; tutar: number }[]
  gunluk_gider: { label: string; tutar: number }[]
}

const kurus = (lira: number) => Math.round(lira * 100)

/** Compares the statistics of the old path with the ledger: the month of `day`, its days, and all time. */
export async function compareOldStats(shop: Shop, day: string): Promise<void> {
  const { data } = JSON.parse(await call(shop, `getStats.php?${monthOf(day)}`)) as Answer<OldStats>
  const { ledger } = shop
  const month = figuresOf(ledger, (one) => one.startsWith(day.slice(0, 7)))
  const all = figuresOf(ledger, () => true)
  const completed = data.durumlara_gore_kayit.find(({ durum }) => durum === 'Tamamlandı')?.adet ?? 0
  expect({
    records: data.son_ay_kayit_sayisi,
    completed,
    income: kurus(data.son_ay_gelir),
    expense: kurus(data.son_ay_gider),
  }).toEqual(month)
  expect([data.toplam_kayit_sayisi, kurus(data.toplam_gelir), kurus(data.toplam_gider)]).toEqual([
    all.records,
    all.income,
    all.expense,
  ])
  const days = data.gunluk_kayit_sayisi.map(({ label, adet }, index) => ({
    label,
    adet,
    income: kurus(data.gunluk_gelir[index]?.tutar ?? NaN),
    expense: kurus(data.gunluk_gider[index]?.tutar ?? NaN),
  }))
  expect(days).toEqual(
    days.map(({ label }) => {
      const { records, income, expense } = figuresOf(ledger, (one) => one === label)
      return { label, adet: records, income, expense }
    }),
  )
}

type OldRecord = {
  kayit_id: number
  plaka: string
  islem_sayisi: number
  durum: string
  cikis_tarihi: string
  giris_tarihi: string
}
type OldItem = { islem_adi: string; islem_adet: number; islem_fiyat: number }
type OldExpense = { title: string; amount: number; spend_date: string }

/** Compares the lists of the old paths with the ledger, and with `isWhole` each record with its items. */
export async function compareOldLists(shop: Shop, { isWhole }: { isWhole: boolean }): Promise<void> {
  const { ledger } = shop
  const { records } = JSON.parse(await call(shop, 'getKayitlar.php')) as { records: OldRecord[] }
  const byId = (one: { id: number }, other: { id: number }) => one.id - other.id
  expect(
    records
      .map(({ kayit_id: id, plaka, islem_sayisi, durum, giris_tarihi, cikis_tarihi }) => ({
        id,
        plaka,
        islem_sayisi,
        durum,
        giris_tarihi,
        cikis_tarihi,
      }))
      .toSorted(byId),
  ).toEqual(
    liveCars(ledger)
      .map(({ key, plate, items, status, entered, left }) => ({
        id: idOf(shop, key),
        plaka: plate,
        islem_sayisi: items.length,
        durum: status,
        giris_tarihi: entered,
        cikis_tarihi: left ?? '',
      }))
      .toSorted(byId),
  )
  const { data } = JSON.parse(await call(shop, 'expenses.php')) as Answer<{ items: OldExpense[] }>
  const lines = data.items.map(({ title, amount, spend_date }) => `${title} ${kurus(amount)} ${spend_date}`)
  expect(lines.toSorted()).toEqual(
    spentOf(ledger)
      .map(({ title, amount, day }) => `${title} ${amount} ${day}`)
      .toSorted(),
  )
  if (isWhole) for (const { key } of liveCars(ledger)) await compareOldRecord(shop, key)
}

async function compareOldRecord(shop: Shop, key: string): Promise<void> {
  const car = shop.ledger.car(key)
  const answer = await call(shop, 'getKayit.php', { kayit_id: idOf(shop, key) })
  const { islemler } = (JSON.parse(answer) as Answer<{ islemler: OldItem[] }>).data
  const items = islemler.map((one) => [one.islem_adi, one.islem_adet, kurus(one.islem_fiyat)])
  expect.soft(items, key).toEqual(car.items.map(({ name, quantity, price }) => [name, quantity, price]))
  const total = islemler.reduce((sum, one) => sum + one.islem_adet * kurus(one.islem_fiyat), 0)
  expect.soft(total, key).toBe(wholeOf(car).gross)
}

/** A program reads a record by the old path and sends it back as it is, which must change nothing. */
export const sendBack = (car: string): Step => ({
  words: `a program sends ${car} back`,
  run: (shop) =>
    expectSameFigures(shop, car, async () => {
      const answer = await call(shop, 'getKayit.php', { kayit_id: idOf(shop, car) })
      const { kayit, islemler } = (JSON.parse(answer) as Answer<{ kayit: object; islemler: object[] }>).data
      await call(shop, 'submitKayit.php', { info: kayit, islemler })
    }),
})

/** Returns the records that were not deleted. */
export const liveCars = (ledger: Ledger) => [...ledger.cars.values()].filter(({ isDeleted }) => !isDeleted)
