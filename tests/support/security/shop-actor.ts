import { randomUUID } from 'node:crypto'

import { expect } from 'vitest'

import { USUAL_HOURS } from '#shared/appointment/rules.ts'
import type { Caller } from '#tests/support/rows/changes.ts'
import { INTAKE } from '#tests/support/rows/intake.ts'
import { copiedShare, mailedShare } from '#tests/support/rows/share.ts'

import { reminderCalls } from './reminder-rights.ts'

const NOBODY = { id: 2_000_000_000 }
const MISSING = { code: 'NOT_FOUND' }

/** Takes a payment of the shop's record; returns the record and the payment. */
async function takePayment(caller: Caller): Promise<{ kayit_id: number; id: number }> {
  const kayit_id = (await caller.kayit.list({})).items[0]?.kayit_id ?? 0
  const { payments } = await caller.payment.take({
    kayit_id,
    method: 'cash',
    amount_kurus: 100,
    key: randomUUID(),
  })
  return { kayit_id, id: payments.at(-1)?.id ?? 0 }
}

const firstRecord = async (caller: Caller) => ({
  kayit_id: (await caller.kayit.list({})).items[0]?.kayit_id ?? 0,
})

/** Makes a link to the shop's record; returns the record and the link. */
async function makeShare(caller: Caller): Promise<{ kayit_id: number; id: number }> {
  const kayit_id = (await caller.kayit.list({})).items[0]?.kayit_id ?? 0
  const { shop_id } = await caller.share.list({ kind: 'record', id: kayit_id })
  const { id } = await caller.share.create(copiedShare(kayit_id, shop_id))
  return { kayit_id, id }
}

/** Returns the open day, after the first count of the drawer. */
async function openDay(caller: Caller) {
  const day = await caller.till.day({})
  return day.number === null ? caller.till.open({ counted_kurus: 100, key: randomUUID() }) : day
}

/** Returns calls that concern whole shops, their money and the person's own consents, made by a user of another user's shop. */
export const shopCalls = (caller: () => Caller): Record<string, () => Promise<unknown>> => ({
  'admin.shops': async () => expect((await caller().admin.shops({})).total).toBeGreaterThan(0),
  'admin.shop': () => expect(caller().admin.shop(NOBODY)).rejects.toMatchObject(MISSING),
  'admin.endShopSessions': () =>
    expect(caller().admin.endShopSessions(NOBODY)).rejects.toMatchObject(MISSING),
  'admin.suspendShop': () => expect(caller().admin.suspendShop(NOBODY)).rejects.toMatchObject(MISSING),
  'admin.openShop': () => expect(caller().admin.openShop(NOBODY)).rejects.toMatchObject(MISSING),
  'admin.changeLicenses': () =>
    expect(
      caller().admin.changeLicenses({ shops: [{ ...NOBODY, version: 1 }], step: { to: '2027-01-01' } }),
    ).rejects.toMatchObject(MISSING),
  'admin.eraseShop': () =>
    expect(caller().admin.eraseShop({ ...NOBODY, username: 'x', reason: 'x' })).rejects.toMatchObject(
      MISSING,
    ),
  'admin.eraseMember': () =>
    expect(caller().admin.eraseMember({ ...NOBODY, reason: 'x' })).rejects.toMatchObject(MISSING),
  'kayit.becomeVisit': () =>
    expect(caller().kayit.becomeVisit({ ...NOBODY, info: {} })).rejects.toMatchObject({ code: 'NOT_FOUND' }),
  'kayit.becomeQuote': () =>
    expect(caller().kayit.becomeQuote({ kayit_id: NOBODY.id, version: 1 })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    }),
  'kayit.askExtra': () =>
    expect(caller().kayit.askExtra({ kayit_id: NOBODY.id })).rejects.toMatchObject({ code: 'NOT_FOUND' }),
  'kayit.addExtra': () =>
    expect(caller().kayit.addExtra({ kayit_id: NOBODY.id })).rejects.toMatchObject({ code: 'NOT_FOUND' }),
  'payment.take': () => takePayment(caller()),
  'payment.settle': async () => {
    const { kayit_id } = await takePayment(caller())
    const [{ version }, { paid_kurus }] = await Promise.all([
      caller().kayit.get({ kayit_id }),
      caller().payment.of({ kayit_id }),
    ])
    const entry = { kayit_id, paid_kurus, version, method: 'cash', amount_kurus: 100 } as const
    const { money } = await caller().payment.settle({ ...entry, discount_kurus: 100, key: randomUUID() })
    expect(money.paid_kurus).toBe(paid_kurus + 100)
  },
  'payment.of': async () => {
    const { kayit_id } = await takePayment(caller())
    expect(await caller().payment.of({ kayit_id })).toHaveProperty('paid_kurus')
  },
  'payment.reverse': async () => {
    const { id } = await takePayment(caller())
    const money = await caller().payment.reverse({ id, key: randomUUID() })
    expect(money?.payments.at(-1)).toMatchObject({ reverses: id })
  },
  'payment.takeOnAccount': async () => {
    const customer_id = (await caller().customer.list({})).items[0]?.id ?? 0
    const sent = { customer_id, method: 'cash', amount_kurus: 100, key: randomUUID() } as const
    expect(await caller().payment.takeOnAccount(sent)).toEqual({ customer_id })
  },
  'payment.account': async () => {
    const customer_id = (await caller().customer.list({})).items[0]?.id ?? 0
    expect(await caller().payment.account({ customer_id })).toHaveProperty('balance_kurus')
  },
  'payment.assign': () =>
    expect(caller().payment.assign({ ...NOBODY, kayit_id: NOBODY.id })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    }),
  'payment.debts': async () => expect(await caller().payment.debts({})).toHaveProperty('items'),
  'payment.month': async () =>
    expect(await caller().payment.month({ month: 11, year: 2026 })).toHaveProperty('in_kurus'),
  'payment.today': async () => expect(await caller().payment.today()).toHaveProperty('taken'),
  'payment.saveOpening': async () => {
    const customer_id = (await caller().customer.list({})).items[0]?.id ?? 0
    await caller().payment.saveOpening({ customer_id, opening_kurus: 0 })
  },
  'settings.messageTexts': async () =>
    expect(await caller().settings.messageTexts()).toHaveProperty('record'),
  'settings.saveMessageTexts': async () =>
    expect(await caller().settings.saveMessageTexts({ reminder: 'Merhaba' })).toMatchObject({
      reminder: 'Merhaba',
    }),
  'payment.start': async () => expect(await caller().payment.start()).toHaveProperty('start'),
  'payment.saveStart': () => caller().payment.saveStart({ start: '2026-11-01' }),
  'expense.vat': async () =>
    expect((await caller().expense.vat({ month: 11, year: 2026 })).month).toBe('2026-11-01'),
  'expense.categories': async () =>
    expect((await caller().expense.categories()).categories).toContain('Kira'),
  'expense.saveCategories': async () => {
    const { categories } = await caller().expense.categories()
    const edited = categories.map((name) => ({ name, before: name }))
    await caller().expense.saveCategories({ loaded: [...categories], categories: edited })
  },
  'expense.repetitions': async () =>
    expect(await caller().expense.repetitions()).toEqual({ repetitions: [], due: [] }),
  'expense.skip': () =>
    expect(caller().expense.skip({ ...NOBODY, month: '2026-11-01' })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    }),
  'expense.endRepetition': () =>
    expect(caller().expense.endRepetition(NOBODY)).rejects.toMatchObject({ code: 'NOT_FOUND' }),
  'expense.storeDue': async () => expect(await caller().expense.storeDue()).toEqual({ stored: 0 }),
  'share.create': () => makeShare(caller()),
  'share.mail': async () => {
    const { kayit_id } = await makeShare(caller())
    const { shop_id } = await caller().share.list({ kind: 'record', id: kayit_id })
    await caller().share.mail(mailedShare(kayit_id, shop_id))
  },
  'share.list': async () => {
    const { kayit_id, id } = await makeShare(caller())
    expect((await caller().share.list({ kind: 'record', id: kayit_id })).links[0]).toMatchObject({
      id,
      views: 0,
    })
  },
  'share.quote': async () => {
    const { kayit_id } = await makeShare(caller())
    expect(await caller().share.quote({ kayit_id })).toMatchObject({ sending: null, extra: [] })
  },
  'share.news': async () => expect(await caller().share.news()).toMatchObject({ answers: [] }),
  'share.revoke': async () => {
    const { kayit_id, id } = await makeShare(caller())
    await caller().share.revoke({ id })
    expect(
      (await caller().share.list({ kind: 'record', id: kayit_id })).links.map((one) => one.id),
    ).not.toContain(id)
  },
  'intake.get': async () =>
    expect(await caller().intake.get(await firstRecord(caller()))).toHaveProperty('terms'),
  'intake.save': async () => {
    const { intake } = await caller().intake.get(await firstRecord(caller()))
    const version = intake === null ? {} : { version: intake.version }
    const saved = await caller().intake.save({ ...INTAKE, ...(await firstRecord(caller())), ...version })
    expect(saved.km).toBe(INTAKE.km)
  },
  'intake.deliver': async () => {
    const { delivery } = await caller().intake.get(await firstRecord(caller()))
    const version = delivery === null ? {} : { version: delivery.version }
    const given = { ...(await firstRecord(caller())), ...version, km: 5, signer: 'Ali', parts: '' }
    expect((await caller().intake.deliver(given)).km).toBe(5)
  },
  'vehicle.warranty': async () => {
    const id = (await caller().vehicle.list({})).items[0]?.id ?? 0
    expect(await caller().vehicle.warranty({ id })).toEqual([])
  },
  'intake.saveTerms': async () =>
    expect(await caller().intake.saveTerms({ text: 'Şart' })).toEqual({ terms: 'Şart' }),
  'appointment.list': async () =>
    expect(await caller().appointment.list({ from: '2026-11-01', to: '2026-11-07' })).toHaveProperty('hours'),
  'appointment.calendar': async () => expect(await caller().appointment.calendar()).toHaveProperty('made_at'),
  'appointment.makeCalendar': async () =>
    expect((await caller().appointment.makeCalendar()).link).toContain('/takvim/'),
  'appointment.endCalendar': async () => expect(await caller().appointment.endCalendar()).toBeUndefined(),
  'appointment.saveHours': async () => {
    const sent = { hours: [...USUAL_HOURS], capacity: 5 }
    expect(await caller().appointment.saveHours(sent)).toEqual(sent)
  },
  ...reminderCalls(caller),
  'till.day': async () => expect(await caller().till.day({})).toHaveProperty('movements'),
  'till.open': () => openDay(caller()),
  'till.close': async () => {
    const { number, expected_kurus } = await openDay(caller())
    const sent = { number: number ?? 1, expected_kurus, counted_kurus: expected_kurus, key: randomUUID() }
    expect(await caller().till.close(sent)).toMatchObject({ closed: { difference_kurus: 0 } })
  },
  'settings.consents': async () => expect(await caller().settings.consents()).toEqual([]),
  'settings.consentText': () => expect(caller().settings.consentText(NOBODY)).rejects.toMatchObject(MISSING),
})
