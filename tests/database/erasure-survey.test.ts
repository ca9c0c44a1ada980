import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'

import { clearPlannerSamples } from '#server/personal-data/register.ts'
import { pageClient, testApp } from '#tests/support/panel/app.ts'
import { testDatabase } from '#tests/support/database/database.ts'
import {
  CANARY_WORDS,
  correctFreeWords,
  GUESSES,
  plantEverywhere,
  type Setting,
} from '#tests/support/security/erasure-canary.ts'
import { columnsWith, sampledColumns, speaksOf, textColumns } from '#tests/support/security/erasure-survey.ts'
import { buildUser, TEST_NOW } from '#tests/support/rows/factories.ts'
import { recordingLog } from '#tests/support/panel/log.ts'

const db = await testDatabase()
const isFound = speaksOf(CANARY_WORDS, GUESSES)

/*
 * Columns which may still name a customer after the erasure, with the reason (decision 33, 'Data after an erasure'). A
 * new text column has to be filled in erasure-canary.ts or named here.
 */

/** The shop's own texts, which the question before an erasure asks to correct first. */
const WORDS_OF_SHOP = `
  kayit.arac_marka kayit.arac_model kayit.durum kayit.status_sort_key islem.islem_adi islem.islem_adi_upper
  vehicle.make vehicle.model vehicle.search_name vehicle.name_sort_key
  day_totals.durum status_totals.durum make_totals.arac_marka operation_totals.islem_adi_upper
  operation_totals.name_sort_key item_memory.name item_memory.name_key item_memory.search_text
  item_package.items item_package.name item_package.name_key item_package.name_sort_key
  item_price.name item_price.name_key item_price.name_sort_key item_price.search_text
  expense.search_text expense.note expense.search_plain expense.title expense.title_sort_key
  expense.category shops.expense_categories
  expense_repetition.title expense_repetition.note expense_repetition.category`

/** Words to or from the operator, who has no customers of the shop; attempted logins; hashes of callers' keys. */
const WORDS_OF_OTHERS = `
  feedback.search_text feedback.message feedback.subject feedback.subject_sort_key erasure_register.reason
  login_attempts.username_key sessions.user_agent idempotency_keys.key`

/** Strokes, and hashes of the signed texts; an erasure empties them too. */
const SIGNATURES = `
  intake.signature intake.signed_hash delivery.signature delivery.signed_hash`

/** Columns without customers: accounts and their devices, words and hashes of the program itself. */
const NEVER_THEIRS = `
  kayit.stage kayit.appointment_state shops.opening_hours belge.tur change.actor_name change.channel change.noun change.verb consent_texts.body consent_texts.sha256
  access_change.former_role consent_texts.version consents.action consents.text_sha256 consents.text_version data_request.kind
  erasure.actor_name erasure.counts erasure.reason erasure_register.counts erasure_register.kind expense.method expense_repetition.method
  feedback.email_sort_key feedback.sender_email feedback.sender_name feedback.sender_phone feedback.sender_sort_key
  mail.last_error mail.state mail.subject idempotency_keys.answer idempotency_keys.operation idempotency_keys.request_sha256 islem.kind known_places.place
  known_places.token_hash login_attempts.address login_attempts.place logo.png new_login.address
  new_login.method new_login.user_agent passkey.credential_id passkey.name passkey.public_key
  passkey.transports passkey_challenge.address passkey_challenge.challenge passkey_challenge.token_hash
  payment.actor_name payment.kind payment.method
  intake.actor_name intake.car_kind intake.marks intake.terms delivery.actor_name delivery.item_warranties shops.earlier_terms shops.intake_terms
  quote.terms_hash quote_answer.address quote_answer.content_hash quote_answer.positions quote_answer.verdict day_end.actor_name day_end.reason
  share.actor_name share.content_hash share.kind share.token_hash recovery_codes.code_hash reset_links.token_hash second_factors.secret sessions.kind sessions.method
  sessions.token_hash shops.company_adress shops.company_name shops.company_tel shops.license_type
  shops.output_format shops.quote_text shops.record_text shops.reply_to shops.reminder_text shops.statement_text shops.suspended_reason
  shops.vehicle_text shops.appointment_text shops.day_before_text shops.car_reminder_text reminder.cause reminder.car_kind reminder.state
  users.calendar_hash users.email users.email_key users.name_surname
  users.password_hash users.role users.username users.username_key`

const listed = (...lists: string[]) => lists.join(' ').trim().split(/\s+/).sort()

let columns: string[]
beforeAll(async () => {
  columns = await textColumns(db)
})

async function shop(): Promise<Setting & { lines: Record<string, unknown>[] }> {
  const { log, lines } = recordingLog()
  return { db, app: testApp(db, { log }), owner: await buildUser(db), lines }
}

const erase = ({ app, owner }: Setting, id: number) =>
  pageClient(db, owner, { app }).personalData.erase({ id, reason: 'request' })

test('an erasure leaves no text of a customer once the shop has corrected its own texts', async () => {
  const setting = await shop()
  const customer = await plantEverywhere(setting)
  await correctFreeWords(setting)
  await sql`analyze`.execute(db)
  const sampled = await sampledColumns(db, isFound)
  expect(sampled).toContain('kayit.musteri_adi_soyadi')
  await erase(setting, customer)
  expect((await columnsWith(db, columns, isFound)).sort()).toEqual(listed(WORDS_OF_OTHERS))
  const { preferences } = (await pageClient(db, setting.owner).auth.session()).user ?? {}
  expect(preferences?.views.map(({ name }) => name)).toEqual(['Ali'])
  await clearPlannerSamples(db, TEST_NOW)
  const left = await sampledColumns(db, isFound)
  expect(left.filter((name) => !listed(WORDS_OF_OTHERS, WORDS_OF_SHOP).includes(name))).toEqual([])
  expect(setting.lines.filter((line) => isFound(JSON.stringify(line)))).toEqual([])
})

test('every column with a text is emptied, or has a reason to stay', async () => {
  const setting = await shop()
  const customer = await plantEverywhere(setting)
  const planted = await columnsWith(db, columns, isFound)
  expect(columns.filter((name) => !planted.includes(name)).sort()).toEqual(listed(NEVER_THEIRS, SIGNATURES))
  await erase(setting, customer)
  expect((await columnsWith(db, columns, isFound)).sort()).toEqual(listed(WORDS_OF_OTHERS, WORDS_OF_SHOP))
})
