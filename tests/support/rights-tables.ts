import type { Ids as ShopIds } from './shop-rows.ts'

export type Ids = ShopIds & { member: number }

/*
 * Who may call what. The columns: the owner, the desk, the desk with figures (each in a shop of their own, with its ids);
 * an administrator and another shop's owner (with the ids of a shop that is not theirs); nobody, a login that waits for
 * the notice, a session that has ended.
 *
 * O: carried out. F: without the right. N: no such row. U: not logged in. I: let in, and refused for its input.
 * P: the password is asked for first. C: not as it is now.
 */
export const CALLERS = ['owner', 'desk', 'figures', 'admin', 'other', 'nobody', 'pending', 'ended'] as const
export type Caller = (typeof CALLERS)[number]
type Row<Call> = readonly [expected: string, call: Call]

const day = { from: '2026-11-01', to: '2026-11-30' }
const none = () => undefined
const spent = { title: 'x', amount_kurus: 1, spend_date: '2026-11-01' }

const KEY = { id: 'eA', rawId: 'eA', type: 'public-key' as const }
const SIGNED = { ...KEY, response: { clientDataJSON: 'eA', authenticatorData: 'eA', signature: 'eA' } }
const MADE = { ...KEY, response: { clientDataJSON: 'eA', attestationObject: 'eA' } }

/** Every procedure, with an input that is right for the ids; what deletes stands last. */
export const PROCEDURES: Record<string, Row<(ids: Ids) => unknown>> = {
  'auth.session': ['OOO OO OOO', none],
  'auth.login': ['III II III', () => ({ username: 'yok', password: 'yanlis-parola' })],
  'auth.acceptConsent': ['III II III', () => ({ pending: 'yok', accepted: true })],
  'auth.cancelConsent': ['OOO OO OOO', () => ({ pending: 'yok' })],
  'auth.resetLink': ['III II III', () => ({ token: 'yok' })],
  'auth.resetPassword': ['III II III', () => ({ token: 'yok', new_password: 'Ayva-Reçeli-71' })],
  'auth.enterCode': ['III II III', () => ({ pending: 'yok', code: '123456' })],
  'auth.setUp': ['III II III', () => ({ pending: 'yok' })],
  'auth.completeSetUp': ['III II III', () => ({ pending: 'yok', code: '123456' })],
  'auth.beginPasskey': ['OOO OO OOO', none],
  'auth.passkey': ['III II III', () => ({ token: 'yok', passkey: SIGNED })],
  'auth.beginPasskeyStep': ['III II III', () => ({ pending: 'yok' })],
  'auth.enterPasskey': ['III II III', () => ({ pending: 'yok', token: 'yok', passkey: SIGNED })],
  'auth.cancelStep': ['OOO OO OOO', () => ({ pending: 'yok' })],
  'auth.logout': ['OOO OO OOO', none],

  'kayit.list': ['OOO OO UUU', () => ({})],
  'kayit.get': ['OOO NN UUU', ({ kayit: kayit_id }) => ({ kayit_id })],
  'kayit.save': ['OOO NN UUU', ({ kayit: id }) => ({ id, info: { aciklama: 'x' } })],
  'kayit.setStatus': [
    'OOO NN UUU',
    ({ kayit: kayit_id }) => ({
      kayitlar: [{ kayit_id, version: 2, durum: 'Tamamlandı' }],
      key: 'anahtar-0001',
    }),
  ],
  'kayit.restore': ['OOO NN UUU', ({ deletedKayit: kayit_id }) => ({ kayit_id })],
  'search.find': ['OOO OO UUU', () => ({ q: '34' })],
  'vehicle.list': ['OOO OO UUU', () => ({})],
  'vehicle.get': ['OOO NN UUU', ({ vehicle: id }) => ({ id })],
  'vehicle.visits': ['OOO NN UUU', ({ vehicle: id }) => ({ id })],
  'vehicle.earlier': ['OOO OO UUU', ({ kayit }) => ({ kayit_ids: [kayit] })],
  'vehicle.lookup': ['OOO OO UUU', () => ({ q: '34' })],
  'vehicle.merge': ['III NN UUU', ({ vehicle: id }) => ({ id, into: id })],
  'vehicle.separate': ['OOO NN UUU', ({ vehicle: id }) => ({ id })],
  'vehicle.relink': ['OOO NN UUU', ({ kayit: kayit_id, vehicle: id }) => ({ kayit_id, id })],
  'customer.list': ['OOO OO UUU', () => ({})],
  'customer.get': ['OOO NN UUU', ({ customer: id }) => ({ id })],
  'customer.visits': ['OOO NN UUU', ({ customer: id }) => ({ id })],
  'customer.lookup': ['OOO OO UUU', () => ({ q: 'kan' })],
  'customer.merge': ['III NN UUU', ({ customer: id }) => ({ id, into: id })],
  'customer.separate': ['OOO NN UUU', ({ customer: id }) => ({ id })],
  'customer.relink': ['OOO NN UUU', ({ kayit: kayit_id, customer: id }) => ({ kayit_id, id })],
  'item.suggest': ['OOO OO UUU', () => ({ q: 'kan' })],
  'item.prices': ['OOO OO UUU', () => ({})],
  'item.price': ['OOO NN UUU', ({ price: id }) => ({ id })],
  'item.savePrice': ['OOO NN UUU', ({ price: id }) => ({ id, name: 'Balata', price_kurus: 1 })],
  'item.restorePrice': ['OOO NN UUU', ({ deletedPrice: id }) => ({ id })],
  'item.packages': ['OOO OO UUU', none],
  'item.savePackage': [
    'OOO NN UUU',
    ({ package: id }) => ({ id, name: 'Bakım', items: [{ islem_adi: 'y' }] }),
  ],
  'item.restorePackage': ['OOO NN UUU', ({ deletedPackage: id }) => ({ id })],

  'expense.list': ['OFO OO UUU', () => ({})],
  'expense.get': ['OFO NN UUU', ({ expense: id }) => ({ id })],
  'expense.save': ['OFO NN UUU', ({ expense: id }) => ({ id, ...spent })],
  'expense.restore': ['OFO NN UUU', ({ deletedExpense: id }) => ({ id })],
  'stats.get': ['OFO OO UUU', () => ({})],
  'stats.period': ['OFO OO UUU', () => day],

  'change.list': ['OFF OO UUU', () => ({})],
  'change.of': ['OOO OO UUU', ({ kayit: id }) => ({ noun: 'kayit', id })],
  'change.trash': ['OOO OO UUU', () => ({})],

  'settings.get': ['OFF OO UUU', none],
  'settings.update': ['OFF OO UUU', () => ({ output_format: 'CSV' })],
  'settings.savePreferences': ['OOO OO UUU', () => ({ listPreset: 'gundelik' })],
  'settings.changePassword': [
    'III II UUU',
    () => ({ current_password: 'yanlis-parola', new_password: 'Ayva-Reçeli-71' }),
  ],
  'settings.confirmPassword': ['III II UUU', () => ({ password: 'yanlis-parola' })],
  'settings.requireConfirmed': ['OOO OO UUU', none],
  'settings.sessions': ['OOO OO UUU', none],
  'settings.factor': ['OOO OO UUU', none],
  'settings.beginFactor': ['OOO OO UUU', none],
  'settings.activateFactor': ['III II UUU', () => ({ code: '000000' })],
  // It is off.
  'settings.renewCodes': ['CCC CC UUU', none],
  'settings.switchOffFactor': ['OOO OO UUU', none],
  'settings.passkeys': ['OOO OO UUU', none],
  'settings.beginPasskey': ['OOO OO UUU', none],
  'settings.addPasskey': ['III II UUU', () => ({ token: 'yok', name: 'x', passkey: MADE })],
  'settings.renamePasskey': ['NNN NN UUU', () => ({ id: 2_000_000_000, name: 'x' })],
  'settings.removePasskey': ['NNN NN UUU', () => ({ id: 2_000_000_000 })],
  'settings.newLogins': ['OOO OO UUU', none],
  'settings.dismissLogins': ['OOO OO UUU', () => ({ id: 2_000_000_000 })],
  'settings.reportLogins': ['OOO OO UUU', () => ({ id: 2_000_000_000 })],
  'settings.endSession': ['NNN NN UUU', () => ({ id: 2_000_000_000 })],
  'feedback.support': ['OOO OO UUU', none],
  'feedback.add': ['OOO OO UUU', () => ({ subject: 'Konu', message: 'Bir mesaj yazıyorum.' })],

  'staff.list': ['OFF OO UUU', none],
  'staff.get': ['OFF NN UUU', ({ member: id }) => ({ id })],
  'staff.save': ['OFF NN UUU', ({ member: id }) => ({ id, name_surname: 'Ece' })],
  'staff.endSessions': ['OFF NN UUU', ({ member: id }) => ({ id })],
  'staff.makeResetLink': ['OFF NN UUU', ({ member: id }) => ({ id })],
  'staff.close': ['OFF NN UUU', ({ member: id }) => ({ id })],
  'staff.restore': ['OFF NN UUU', ({ member: id }) => ({ id })],

  'admin.users': ['FFF OF UUU', () => ({})],
  'admin.user': ['FFF OF UUU', ({ user: id }) => ({ id })],
  'admin.saveUser': ['FFF OF UUU', ({ user: id }) => ({ id, name_surname: 'x' })],
  'admin.endSessions': ['FFF OF UUU', ({ user: id }) => ({ id })],
  'admin.makeResetLink': ['FFF OF UUU', ({ user: id }) => ({ id })],
  'admin.userFactor': ['FFF OF UUU', ({ user: id }) => ({ id })],
  'admin.switchOffFactor': ['FFF OF UUU', ({ user: id }) => ({ id })],
  'admin.feedbacks': ['FFF OF UUU', () => ({})],
  'admin.deleteFeedback': ['FFF NF UUU', () => ({ id: 2_000_000_000 })],
  'admin.backups': ['FFF OF UUU', none],
  // The tests' panel has no backups of its own.
  'admin.backUp': ['FFF NF UUU', none],
  'admin.beginUpload': ['FFF NF UUU', () => ({ size: 1 })],
  'admin.cancelUpload': ['FFF NF UUU', () => ({ upload: `${'0'.repeat(32)}-1` })],
  'admin.deleteUser': ['FFF NF UUU', () => ({ id: 2_000_000_000 })],

  'kayit.delete': ['OOO NN UUU', ({ kayit: kayit_id }) => ({ kayit_id })],
  'expense.delete': ['OFO NN UUU', ({ expense: id }) => ({ id })],
  'item.deletePrice': ['OOO NN UUU', ({ price: id }) => ({ id })],
  'item.deletePackage': ['OOO NN UUU', ({ package: id }) => ({ id })],
}

export type OldCall = { get: string } | { post: object } | { file: Uint8Array }

/** Every old path; a refusal that the old client reads from the body ('Kayıt bulunamadı.') is N. */
export const OLD_PATHS: Record<string, Row<(ids: Ids) => OldCall>> = {
  'login.php': ['NNN NN NNN', () => ({ post: { username: 'yok', password: 'yanlis-parola' } })],
  'getSession.php': ['OOO OO UUU', () => ({ post: {} })],
  'getKayitlar.php': ['OOO OO UUU', () => ({ get: '' })],
  'getKayit.php': ['OOO NN UUU', ({ kayit: kayit_id }) => ({ post: { kayit_id } })],
  'submitKayit.php': ['OOO NN UUU', ({ kayit: id }) => ({ post: { info: { id, aciklama: 'y' } } })],
  'createPdf.php': ['OOO NN UUU', ({ kayit }) => ({ get: `?id=${kayit}` })],
  'createPdf2.php': ['OOO NN UUU', ({ kayit }) => ({ get: `?id=${kayit}` })],
  'getStats.php': ['OFO OO UUU', () => ({ get: '' })],
  'expenses.php': ['OFO OO UUU', () => ({ get: '' })],
  'expenseUpsert.php': [
    'OFO NN UUU',
    ({ expense: id }) => ({ post: { id, title: 'y', amount: '1', spend_date: '2026-11-01' } }),
  ],
  'settings.php': ['OFF OO UUU', () => ({ get: '' })],
  'settingsUpdate.php': ['OFF OO UUU', () => ({ post: { output_format: 'PDF' } })],
  // Who may is told only that a file of one byte is no picture.
  'uploadLogo.php': ['NFF NN UUU', () => ({ file: new Uint8Array([1]) })],
  // Administrators see every logo in the list of users.
  logo: ['OOO ON UUU', ({ user }) => ({ get: `?user=${user}` })],
  'changePassword.php': [
    'NNN NN UUU',
    () => ({ post: { current_password: 'yanlis-parola', new_password: 'Ayva-Reçeli-71' } }),
  ],
  'addFeedback.php': [
    'OOO OO UUU',
    () => ({ post: { subject: 'Konu', message: 'Bir mesaj daha yazıyorum.' } }),
  ],
  'admin/users.php': ['FFF OF UUU', () => ({ get: '' })],
  'admin/user_upsert.php': ['FFF OF UUU', ({ user: id }) => ({ post: { id, name_surname: 'y' } })],
  'admin/user_delete.php': ['FFF NF UUU', () => ({ post: { id: 2_000_000_000 } })],
  'admin/feedbacks.php': ['FFF OF UUU', () => ({ get: '' })],
  'admin/feedback_delete.php': ['FFF NF UUU', () => ({ post: { id: 2_000_000_000 } })],
  'deleteKayit.php': ['OOO NN UUU', ({ kayit: kayit_id }) => ({ post: { kayit_id } })],
  'expenseDelete.php': ['OFO NN UUU', ({ expense: id }) => ({ post: { id } })],
}

/** The page's files. */
export const FILES: Record<string, Row<(ids: Ids) => string>> = {
  'export/kayit': ['OOO OO UUU', () => 'format=CSV'],
  'export/vehicle-history': ['OOO NN UUU', ({ vehicle }) => `format=CSV&id=${vehicle}`],
  'export/customer-history': ['OOO NN UUU', ({ customer }) => `format=CSV&id=${customer}`],
  'export/expense': ['OFO OO UUU', () => 'format=CSV'],
  'export/journal': ['OFO OO UUU', () => 'format=CSV'],
  'export/stats': ['OFO OO UUU', () => 'format=CSV'],
  backup: ['FFF NF UUU', () => 'name=yok.tar.gz'],
}
