import { beforeEach, describe, expect, test } from 'vitest'

import { deleteKayit, restoreKayit } from '#server/kayit/operations.ts'
import { eraseCustomer } from '#server/personal-data/erase.ts'
import type { UserCtx } from '#server/platform/core/context.ts'
import { testDatabase } from '#tests/support/database/database.ts'
import { customerOf } from '#tests/support/rows/accounts.ts'
import { calendarCalls, calendarToken, eventsOf, TIME } from '#tests/support/rows/calendar.ts'
import { buildUser, TEST_NOW, userCtx } from '#tests/support/rows/factories.ts'
import { save } from '#tests/support/rows/kayit.ts'
import { arrive, awaitAgain, quoteAgain } from '#tests/support/rows/stages.ts'

const db = await testDatabase()
const DAY_MS = 86_400_000

let ctx: UserCtx
let token: string
beforeEach(async () => {
  ctx = userCtx(db, await buildUser(db, { company_name: 'Işık Oto' }))
  token = await calendarToken(ctx)
})

const { call, read, book, change } = calendarCalls(db, () => ({ ctx, token }))
const events = async (of = token, options: Parameters<typeof call>[1] = {}) =>
  eventsOf(await read(of, options))

describe('a calendar', () => {
  test('has the appointments with car, customer and work, and no phone', async () => {
    await book({}, { musteri_tel: '0532 765 43 21', musteri_talebi: 'Fren, balata; ses', arac_marka: 'Fiat' })
    await book({ day: '2026-11-25' }, { plaka: '', musteri_adi_soyadi: '', musteri_talebi: 'Lastik' })
    const text = await read()
    expect(eventsOf(text)).toMatchObject([
      {
        status: 'CONFIRMED',
        from: '2026-11-24 10:30',
        until: '2026-11-24 12:00',
        summary: '34 ABC 123 · Ayşe Işık',
        description: 'Fren, balata; ses\nFiat',
        sequence: 0,
      },
      { from: '2026-11-25 10:30', summary: 'Lastik' },
    ])
    expect(text).toContain('X-WR-CALNAME:Randevular – Işık Oto\r\n')
    expect(text.replace(/\D/g, '')).not.toContain('5327654321')
  })

  test('tells the same time in Istanbul across the change of years, midnight and a leap day', async () => {
    const now = new Date('2027-12-20T09:00:00.000Z')
    for (const [day, start] of [
      ['2027-12-31', 1_410],
      ['2028-01-01', 0],
      ['2028-02-29', 1_439],
      ['2028-03-26', 180],
      ['2028-10-29', 240],
    ] as const)
      await book({ day, start, minutes: 60 })
    expect((await events(token, { now })).map(({ from, until }) => [from, until])).toEqual([
      ['2027-12-31 23:30', '2028-01-01 00:30'],
      ['2028-01-01 00:00', '2028-01-01 01:00'],
      ['2028-02-29 23:59', '2028-03-01 00:59'],
      ['2028-03-26 03:00', '2028-03-26 04:00'],
      ['2028-10-29 04:00', '2028-10-29 05:00'],
    ])
  })

  test('keeps the identity of an appointment through every change and counts them', async () => {
    const one = await book()
    const [before] = await events()
    const moved = await change(one, { day: '2026-12-01', start: 540 })
    expect(await events()).toEqual([
      { ...before, from: '2026-12-01 09:00', until: '2026-12-01 10:30', sequence: 1 },
    ])
    const missed = await change(moved, { state: 'missed' })
    expect(await events()).toMatchObject([
      { uid: before?.uid, sequence: 2, status: 'CONFIRMED', summary: 'Gelmedi: 34 ABC 123 · Ayşe Işık' },
    ])
    const awaited = await change(missed, {})
    const visit = await arrive(ctx, { id: one.id, version: awaited.version })
    expect(await events()).toMatchObject([{ uid: before?.uid, sequence: 4, summary: /^Geldi: / }])
    const again = await awaitAgain(ctx, one.id, visit.version)
    const cancelled = await change({ id: one.id, version: again.version }, { state: 'cancelled' })
    expect(await events()).toMatchObject([
      { uid: before?.uid, sequence: 6, status: 'CANCELLED', summary: /^İptal: / },
    ])
    const later = new Date(TEST_NOW.getTime() + 28 * DAY_MS + 120_000)
    expect(await events(token, { now: later })).toEqual([])
    await change(cancelled, {})
    expect(await events()).toMatchObject([{ sequence: 7, status: 'CONFIRMED' }])
  })

  test('has no deleted record, quote, ordinary visit or other shop, and only a year', async () => {
    const one = await book()
    await deleteKayit(ctx, { kayit_id: one.id })
    const quote = await book()
    const visit = await arrive(ctx, { id: quote.id, version: 1 })
    await quoteAgain(ctx, quote.id, visit.version)
    await save(ctx)
    await book({ day: '2026-11-20', state: 'missed' })
    for (const day of ['2026-10-21', '2027-11-22']) await book({ day })
    await save(userCtx(db, await buildUser(db)), { stage: 'appointment', info: {}, appointment: TIME })
    expect(await events()).toMatchObject([{ from: '2026-11-20 10:30' }])
    await restoreKayit(ctx, { kayit_id: one.id })
    for (const day of ['2026-10-22', '2027-11-21']) await book({ day })
    expect(await events()).toHaveLength(4)
  })

  test('shows nothing of an erased customer', async () => {
    const one = await book({}, { musteri_adi_soyadi: 'Elvan Kırçıl', musteri_talebi: 'Elvan, fren' })
    const before = await read()
    expect(before).toContain('Elvan')
    await eraseCustomer(ctx, { id: await customerOf(ctx, one.id), reason: 'request' })
    const after = await read()
    expect(after).not.toMatch(/Elvan|Kırçıl|34 ABC/)
    expect(eventsOf(after)).toMatchObject([{ uid: eventsOf(before)[0]?.uid, sequence: 1 }])
  })

  test('survives hostile texts: every line is short, and no text adds a property or an event', async () => {
    const name = `Işık\\,;: "şğü" BEGIN:VEVENT 😀 ${'ğ'.repeat(120)}`
    const request = `Satır\nEND:VCALENDAR\nBEGIN:VALARM\n\\n ${'çöşİ'.repeat(60)}`
    await book({}, { musteri_adi_soyadi: name, musteri_talebi: request, plaka: '34 X' })
    await db
      .updateTable('shops')
      .set({ company_name: 'A\r\nATTACH:http://x' })
      .where('id', '=', ctx.actor.shop)
      .execute()
    const text = await read()
    const lines = text.split('\r\n')
    expect(lines.filter((line) => Buffer.byteLength(line) > 75)).toEqual([])
    expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
    const unfolded = text.replaceAll('\r\n ', '').split('\r\n')
    expect(unfolded.filter((line) => /^(BEGIN|END|ATTACH)\b/.test(line))).toEqual([
      'BEGIN:VCALENDAR',
      'BEGIN:VEVENT',
      'END:VEVENT',
      'END:VCALENDAR',
    ])
    const [event] = eventsOf(text)
    expect(event?.summary).toBe(`34 X · ${name}`)
    expect(event?.description).toBe(request.replaceAll('\n', ' '))
  })
})
