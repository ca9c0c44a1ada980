import { USUAL_HOURS } from '#shared/appointment/rules.ts'
import { PROPOSED_CATEGORIES } from '#shared/expense/categories.ts'
import { copiedShare, mailedShare } from '#tests/support/rows/share.ts'
import type { Ids as ShopIds } from '#tests/support/rows/shop-rows.ts'

import { HANDOVER_PROCEDURES } from './handover-rights.ts'
import { REMINDER_PROCEDURES } from './reminder-rights.ts'

export { FILES } from './file-rights.ts'

export type Ids = ShopIds & { member: number }

/*
 * The columns: the owner, the desk, the desk with figures and a mechanic, with the ids of their own shop; an
 * administrator and another shop's owner, with the ids of a foreign shop; an anonymous caller, a login that waits for
 * the notice, and an ended session.
 *
 * O: carried out. F: no right. N: no such row. U: not logged in. I: allowed, but refused for its input. P: the password
 * is asked for first. C: not possible in the present state.
 */
export const CALLERS = [
  'owner',
  'desk',
  'figures',
  'mechanic',
  'admin',
  'other',
  'nobody',
  'pending',
  'ended',
] as const
export type Caller = (typeof CALLERS)[number]
type Row<Call> = readonly [expected: string, call: Call]

const day = { from: '2026-11-01', to: '2026-11-30' }
const CASH = { method: 'cash', amount_kurus: 1 }
const REST = { paid_kurus: -1, version: 1, discount_kurus: 1 }
const none = () => undefined
const completed = (kayit_id: number) => ({
  kayitlar: [{ kayit_id, version: 2, durum: 'Tamamlandı' }],
  key: 'anahtar-0001',
})
const spent = { title: 'x', amount_kurus: 1, spend_date: '2026-11-01' }

const KEY = { id: 'eA', rawId: 'eA', type: 'public-key' as const }
const SIGNED = { ...KEY, response: { clientDataJSON: 'eA', authenticatorData: 'eA', signature: 'eA' } }
const MADE = { ...KEY, response: { clientDataJSON: 'eA', attestationObject: 'eA' } }

/** Every procedure, with an input that is right for the ids; procedures that delete come last. */
export const PROCEDURES: Record<string, Row<(ids: Ids) => unknown>> = {
  'auth.session': ['OOOO OO OOO', none],
  'auth.login': ['IIII II III', () => ({ username: 'yok', password: 'yanlis-parola' })],
  'auth.acceptConsent': ['IIII II III', () => ({ pending: 'yok', accepted: true })],
  'auth.cancelConsent': ['OOOO OO OOO', () => ({ pending: 'yok' })],
  'auth.resetLink': ['IIII II III', () => ({ token: 'yok' })],
  'auth.resetPassword': ['IIII II III', () => ({ token: 'yok', new_password: 'Ayva-Reçeli-71' })],
  'auth.enterCode': ['IIII II III', () => ({ pending: 'yok', code: '123456' })],
  'auth.setUp': ['IIII II III', () => ({ pending: 'yok' })],
  'auth.completeSetUp': ['IIII II III', () => ({ pending: 'yok', code: '123456' })],
  'auth.beginPasskey': ['OOOO OO OOO', none],
  'auth.passkey': ['IIII II III', () => ({ token: 'yok', passkey: SIGNED })],
  'auth.beginPasskeyStep': ['IIII II III', () => ({ pending: 'yok' })],
  'auth.enterPasskey': ['IIII II III', () => ({ pending: 'yok', token: 'yok', passkey: SIGNED })],
  'auth.cancelStep': ['OOOO OO OOO', () => ({ pending: 'yok' })],
  'auth.logout': ['OOOO OO OOO', none],

  'kayit.counts': ['OOOO OO UUU', none],
  'kayit.list': ['OOOO OO UUU', () => ({})],
  'kayit.get': ['OOOO NN UUU', ({ kayit: kayit_id }) => ({ kayit_id })],
  'kayit.unpriced': ['OOOF OO UUU', ({ kayit }) => ({ kayit_ids: [kayit] })],
  'kayit.save': ['OOOO NN UUU', ({ kayit: id }) => ({ id, info: { aciklama: 'x' } })],
  'kayit.setStatus': ['OOOO NN UUU', ({ kayit }) => completed(kayit)],
  'kayit.becomeVisit': ['CCCF NN UUU', ({ kayit: id }) => ({ id, info: { aciklama: 'x' } })],
  'kayit.askExtra': ['IIIF NN UUU', ({ kayit: kayit_id }) => ({ kayit_id })],
  'kayit.addExtra': ['IIIF NN UUU', ({ kayit: kayit_id }) => ({ kayit_id })],
  'kayit.becomeQuote': ['CCCF NN UUU', ({ kayit: kayit_id }) => ({ kayit_id, version: 1 })],
  'appointment.list': ['OOOF OO UUU', () => ({ from: '2026-11-01', to: '2026-11-07' })],
  'appointment.calendar': ['OOOF OO UUU', none],
  'appointment.makeCalendar': ['OOOF OO UUU', none],
  'appointment.endCalendar': ['OOOF OO UUU', none],
  'appointment.saveHours': ['OFFF OO UUU', () => ({ hours: USUAL_HOURS, capacity: 5 })],
  'kayit.restore': ['OOOF NN UUU', ({ deletedKayit: kayit_id }) => ({ kayit_id })],
  'search.find': ['OOOO OO UUU', () => ({ q: '34' })],
  'vehicle.list': ['OOOO OO UUU', () => ({})],
  'vehicle.get': ['OOOO NN UUU', ({ vehicle: id }) => ({ id })],
  'vehicle.visits': ['OOOO NN UUU', ({ vehicle: id }) => ({ id })],
  'vehicle.warranty': ['OOOO NN UUU', ({ vehicle: id }) => ({ id })],
  'vehicle.earlier': ['OOOO OO UUU', ({ kayit }) => ({ kayit_ids: [kayit] })],
  'vehicle.lookup': ['OOOO OO UUU', () => ({ q: '34' })],
  'vehicle.merge': ['IIII NN UUU', ({ vehicle: id }) => ({ id, into: id })],
  'vehicle.separate': ['OOOO NN UUU', ({ vehicle: id }) => ({ id })],
  'vehicle.relink': ['OOOO NN UUU', ({ kayit: kayit_id, vehicle: id }) => ({ kayit_id, id })],
  'customer.list': ['OOOO OO UUU', () => ({})],
  'customer.get': ['OOOO NN UUU', ({ customer: id }) => ({ id })],
  'customer.visits': ['OOOO NN UUU', ({ customer: id }) => ({ id })],
  'customer.lookup': ['OOOO OO UUU', () => ({ q: 'kan' })],
  'customer.merge': ['IIII NN UUU', ({ customer: id }) => ({ id, into: id })],
  'customer.separate': ['OOOO NN UUU', ({ customer: id }) => ({ id })],
  'customer.relink': ['OOOO NN UUU', ({ kayit: kayit_id, customer: id }) => ({ kayit_id, id })],
  'item.suggest': ['OOOO OO UUU', () => ({ q: 'kan' })],
  'item.prices': ['OOOO OO UUU', () => ({})],
  'item.price': ['OOOO NN UUU', ({ price: id }) => ({ id })],
  'item.savePrice': ['OOOF NN UUU', ({ price: id }) => ({ id, name: 'Balata', price_kurus: 1 })],
  'item.restorePrice': ['OOOF NN UUU', ({ deletedPrice: id }) => ({ id })],
  'item.packages': ['OOOO OO UUU', none],
  'item.savePackage': [
    'OOOF NN UUU',
    ({ package: id }) => ({ id, name: 'Bakım', items: [{ islem_adi: 'y' }] }),
  ],
  'item.restorePackage': ['OOOF NN UUU', ({ deletedPackage: id }) => ({ id })],

  'expense.list': ['OFOF OO UUU', () => ({})],
  'expense.get': ['OFOF NN UUU', ({ expense: id }) => ({ id })],
  'expense.titles': ['OFOF OO UUU', () => ({ q: 'kan' })],
  'expense.categories': ['OFOF OO UUU', none],
  'expense.vat': ['OFOF OO UUU', () => ({ month: 11, year: 2026 })],
  'expense.saveCategories': [
    'OFFF OO UUU',
    () => ({ loaded: PROPOSED_CATEGORIES, categories: [{ name: 'Kira', before: 'Kira' }] }),
  ],
  'expense.save': ['OFOF NN UUU', ({ expense: id }) => ({ id, ...spent })],
  'expense.repetitions': ['OFOF OO UUU', none],
  // The month has an expense.
  'expense.skip': ['CFCF NN UUU', ({ repetition: id }) => ({ id, month: '2026-11-01' })],
  'expense.storeDue': ['OFOF OO UUU', none],
  'expense.endRepetition': ['OFOF NN UUU', ({ repetition: id }) => ({ id })],
  'expense.restore': ['OFOF NN UUU', ({ deletedExpense: id }) => ({ id })],
  'stats.get': ['OFOF OO UUU', () => ({})],
  'stats.period': ['OFOF OO UUU', () => day],

  'change.list': ['OFFF OO UUU', () => ({})],
  'change.of': ['OOOO OO UUU', ({ kayit: id }) => ({ noun: 'kayit', id })],
  'change.trash': ['OOOF OO UUU', () => ({})],

  'payment.of': ['OOOF NN UUU', ({ kayit: kayit_id }) => ({ kayit_id })],
  'payment.take': ['OOOF NN UUU', ({ kayit: kayit_id }) => ({ kayit_id, ...CASH, key: 'tahsilat-0001' })],
  // The record has other payments.
  'payment.settle': [
    'CCCF NN UUU',
    ({ kayit: kayit_id }) => ({ kayit_id, ...CASH, ...REST, key: 'kapanis-0001' }),
  ],
  // The entry is the owner's, so staff may not cancel it.
  'payment.reverse': ['OFFF NN UUU', ({ payment: id }) => ({ id, key: 'tahsilat-iptal-0001' })],
  'payment.takeOnAccount': [
    'OOOF NN UUU',
    ({ customer: customer_id }) => ({ customer_id, ...CASH, key: 'tahsilat-0003' }),
  ],
  // The entry is one of a record already.
  'payment.assign': ['IIIF NN UUU', ({ payment: id, kayit: kayit_id }) => ({ id, kayit_id })],
  'payment.account': ['OOOF NN UUU', ({ customer: customer_id }) => ({ customer_id })],
  'payment.debts': ['OOOF OO UUU', () => ({})],
  'payment.month': ['OFOF OO UUU', () => ({ month: 11, year: 2026 })],
  'payment.today': ['OOOF OO UUU', none],
  'payment.saveOpening': ['OFFF NN UUU', ({ customer: customer_id }) => ({ customer_id, opening_kurus: 1 })],
  'payment.start': ['OFFF OO UUU', none],
  'payment.saveStart': ['OFFF OO UUU', () => ({ start: '2026-11-01' })],

  'till.day': ['OOOF OO UUU', () => ({})],
  // The drawer was counted already, and no day has this number.
  'till.open': ['CCCF CC UUU', () => ({ counted_kurus: 1, key: 'kasa-acilisi-2' })],
  'till.close': [
    'CCCF CC UUU',
    () => ({ number: 2_000_000_000, expected_kurus: 0, counted_kurus: 1, key: 'gun-sonu-0001' }),
  ],

  'share.list': ['OOOF NN UUU', ({ kayit: id }) => ({ kind: 'record', id })],
  'share.create': ['OOOF NN UUU', ({ kayit, user }) => copiedShare(kayit, user)],
  'share.mail': ['OOOF NN UUU', ({ kayit, user }) => mailedShare(kayit, user)],
  'share.quote': ['OOOF NN UUU', ({ kayit: kayit_id }) => ({ kayit_id })],
  'share.news': ['OOOF OO UUU', none],
  'share.revoke': ['OOOF NN UUU', ({ share: id }) => ({ id })],

  ...HANDOVER_PROCEDURES,
  ...REMINDER_PROCEDURES,
  'personalData.stored': ['OFFF NN UUU', ({ customer: id }) => ({ id })],
  'personalData.erasures': ['OFFF OO UUU', () => ({})],
  'personalData.requests': ['OFFF OO UUU', () => ({})],
  'personalData.request': ['OFFF NN UUU', ({ request: id }) => ({ id })],
  'personalData.saveRequest': [
    'OFFF NN UUU',
    ({ request: id }) => ({ id, received_on: '2026-11-01', kind: 'other' }),
  ],
  'personalData.retention': ['OFFF OO UUU', none],
  'personalData.saveRetention': ['OFFF OO UUU', () => ({ change_months: 36, anonymise_years: null })],

  'settings.get': ['OFFF OO UUU', none],
  'settings.update': ['OFFF OO UUU', () => ({ output_format: 'CSV' })],
  'settings.messageTexts': ['OFFF OO UUU', none],
  'settings.saveMessageTexts': ['OFFF OO UUU', () => ({ reminder: 'Merhaba' })],
  'settings.savePreferences': ['OOOO OO UUU', () => ({ listPreset: 'gundelik' })],
  'settings.changePassword': [
    'IIII II UUU',
    () => ({ current_password: 'yanlis-parola', new_password: 'Ayva-Reçeli-71' }),
  ],
  'settings.confirmPassword': ['IIII II UUU', () => ({ password: 'yanlis-parola' })],
  'settings.requireConfirmed': ['OOOO OO UUU', none],
  'settings.consents': ['OOOO OO UUU', none],
  'settings.consentText': ['NNNN NN UUU', () => ({ id: 2_000_000_000 })],
  'settings.sessions': ['OOOO OO UUU', none],
  'settings.factor': ['OOOO OO UUU', none],
  'settings.beginFactor': ['OOOO OO UUU', none],
  'settings.activateFactor': ['IIII II UUU', () => ({ code: '000000' })],
  // The second factor is off.
  'settings.renewCodes': ['CCCC CC UUU', none],
  'settings.switchOffFactor': ['OOOO OO UUU', none],
  'settings.passkeys': ['OOOO OO UUU', none],
  'settings.beginPasskey': ['OOOO OO UUU', none],
  'settings.addPasskey': ['IIII II UUU', () => ({ token: 'yok', name: 'x', passkey: MADE })],
  'settings.renamePasskey': ['NNNN NN UUU', () => ({ id: 2_000_000_000, name: 'x' })],
  'settings.removePasskey': ['NNNN NN UUU', () => ({ id: 2_000_000_000 })],
  'settings.newLogins': ['OOOO OO UUU', none],
  'settings.dismissLogins': ['OOOO OO UUU', () => ({ id: 2_000_000_000 })],
  'settings.reportLogins': ['OOOO OO UUU', () => ({ id: 2_000_000_000 })],
  'settings.endReported': ['OOOO OO UUU', () => ({ since: '2026-01-01T00:00:00Z', ids: [2_000_000_000] })],
  'settings.endSession': ['NNNN NN UUU', () => ({ id: 2_000_000_000 })],
  'feedback.support': ['OOOO OO UUU', none],
  'feedback.add': ['OOOO OO UUU', () => ({ subject: 'Konu', message: 'Bir mesaj yazıyorum.' })],

  'staff.list': ['OFFF OO UUU', none],
  'staff.get': ['OFFF NN UUU', ({ member: id }) => ({ id })],
  'staff.save': ['OFFF NN UUU', ({ member: id }) => ({ id, name_surname: 'Ece' })],
  'staff.endSessions': ['OFFF NN UUU', ({ member: id }) => ({ id })],
  'staff.makeResetLink': ['OFFF NN UUU', ({ member: id }) => ({ id })],
  'staff.close': ['OFFF NN UUU', ({ member: id }) => ({ id })],
  'staff.restore': ['OFFF NN UUU', ({ member: id }) => ({ id })],

  'admin.users': ['FFFF OF UUU', () => ({})],
  'admin.user': ['FFFF OF UUU', ({ user: id }) => ({ id })],
  'admin.saveUser': ['FFFF OF UUU', ({ user: id }) => ({ id, name_surname: 'x' })],
  'admin.endSessions': ['FFFF OF UUU', ({ user: id }) => ({ id })],
  'admin.makeResetLink': ['FFFF OF UUU', ({ user: id }) => ({ id })],
  'admin.userFactor': ['FFFF OF UUU', ({ user: id }) => ({ id })],
  'admin.switchOffFactor': ['FFFF OF UUU', ({ user: id }) => ({ id })],
  'admin.shops': ['FFFF OF UUU', () => ({})],
  'admin.shop': ['FFFF OF UUU', ({ user: id }) => ({ id })],
  'admin.endShopSessions': ['FFFF NF UUU', () => ({ id: 2_000_000_000 })],
  'admin.suspendShop': ['FFFF NF UUU', () => ({ id: 2_000_000_000 })],
  'admin.openShop': ['FFFF OF UUU', ({ user: id }) => ({ id })],
  'admin.changeLicenses': [
    'FFFF NF UUU',
    () => ({ shops: [{ id: 2_000_000_000, version: 1 }], step: { to: '2027-01-01' } }),
  ],
  // The shop is not deleted.
  'admin.eraseShop': ['FFFF CF UUU', ({ user: id }) => ({ id, username: 'x', reason: 'x' })],
  'admin.eraseMember': ['FFFF NF UUU', ({ member: id }) => ({ id, reason: 'x' })],
  'admin.feedbacks': ['FFFF OF UUU', () => ({})],
  'admin.deleteFeedback': ['FFFF NF UUU', () => ({ id: 2_000_000_000 })],
  'admin.backups': ['FFFF OF UUU', none],
  // The tests' panel has no backups of its own.
  'admin.backUp': ['FFFF NF UUU', none],
  'admin.beginUpload': ['FFFF NF UUU', () => ({ size: 1 })],
  'admin.cancelUpload': ['FFFF NF UUU', () => ({ upload: `${'0'.repeat(32)}-1` })],
  'admin.deleteUser': ['FFFF NF UUU', () => ({ id: 2_000_000_000 })],

  'personalData.erase': ['OFFF NN UUU', ({ customer: id }) => ({ id, reason: 'request' })],
  'kayit.delete': ['OOOF NN UUU', ({ kayit: kayit_id }) => ({ kayit_id })],
  'expense.delete': ['OFOF NN UUU', ({ expense: id }) => ({ id })],
  'item.deletePrice': ['OOOF NN UUU', ({ price: id }) => ({ id })],
  'item.deletePackage': ['OOOF NN UUU', ({ package: id }) => ({ id })],
}

type OldCall = { get: string } | { post: object } | { file: Uint8Array }

/** Every old path; a refusal that the old client reads from the body ('Kayıt bulunamadı.') is N. */
export const OLD_PATHS: Record<string, Row<(ids: Ids) => OldCall>> = {
  'login.php': ['NNNN NN NNN', () => ({ post: { username: 'yok', password: 'yanlis-parola' } })],
  'getSession.php': ['OOOO OO UUU', () => ({ post: {} })],
  'getKayitlar.php': ['OOOO OO UUU', () => ({ get: '' })],
  'getKayit.php': ['OOOO NN UUU', ({ kayit: kayit_id }) => ({ post: { kayit_id } })],
  'submitKayit.php': ['OOOO NN UUU', ({ kayit: id }) => ({ post: { info: { id, aciklama: 'y' } } })],
  'createPdf.php': ['OOOF NN UUU', ({ kayit }) => ({ get: `?id=${kayit}` })],
  'createPdf2.php': ['OOOF NN UUU', ({ kayit }) => ({ get: `?id=${kayit}` })],
  'getStats.php': ['OFOF OO UUU', () => ({ get: '' })],
  'expenses.php': ['OFOF OO UUU', () => ({ get: '' })],
  'expenseUpsert.php': [
    'OFOF NN UUU',
    ({ expense: id }) => ({ post: { id, title: 'y', amount: '1', spend_date: '2026-11-01' } }),
  ],
  'settings.php': ['OFFF OO UUU', () => ({ get: '' })],
  'settingsUpdate.php': ['OFFF OO UUU', () => ({ post: { output_format: 'PDF' } })],
  // A caller with the right learns only that a file of one byte is no picture.
  'uploadLogo.php': ['NFFF NN UUU', () => ({ file: new Uint8Array([1]) })],
  // Administrators see every logo in the list of users.
  logo: ['OOOO ON UUU', ({ user }) => ({ get: `?user=${user}` })],
  'changePassword.php': [
    'NNNN NN UUU',
    () => ({ post: { current_password: 'yanlis-parola', new_password: 'Ayva-Reçeli-71' } }),
  ],
  'addFeedback.php': [
    'OOOO OO UUU',
    () => ({ post: { subject: 'Konu', message: 'Bir mesaj daha yazıyorum.' } }),
  ],
  'admin/users.php': ['FFFF OF UUU', () => ({ get: '' })],
  'admin/user_upsert.php': ['FFFF OF UUU', ({ user: id }) => ({ post: { id, name_surname: 'y' } })],
  'admin/user_delete.php': ['FFFF NF UUU', () => ({ post: { id: 2_000_000_000 } })],
  'admin/feedbacks.php': ['FFFF OF UUU', () => ({ get: '' })],
  'admin/feedback_delete.php': ['FFFF NF UUU', () => ({ post: { id: 2_000_000_000 } })],
  'deleteKayit.php': ['OOOF NN UUU', ({ kayit: kayit_id }) => ({ post: { kayit_id } })],
  'expenseDelete.php': ['OFOF NN UUU', ({ expense: id }) => ({ post: { id } })],
}
