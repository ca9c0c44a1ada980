import { createHash } from 'node:crypto'

import { describe, expect, test } from 'vitest'

import { storeConsent } from '#server/auth/consent.ts'
import { legacyLogin, login } from '#server/auth/operations.ts'
import { CONSENT_TEXT_VERSION, NOTICE_SECTIONS, noticeText, readNotice } from '#shared/auth/notice.ts'
import { pageClient, testCookies } from '#tests/support/panel/app.ts'
import { anonymous, whoSends } from '#tests/support/rows/auth.ts'
import { testDatabase } from '#tests/support/database/database.ts'
import { buildUser, type TestUser } from '#tests/support/rows/factories.ts'

const db = await testDatabase()

const EARLIER = { version: '2025-01-01.1', body: 'Eski Metin\n\nBaşlık\nBir cümle.\n- bir\n- iki\n\nOkudum.' }

const accepted = (user: TestUser, notice = EARLIER) =>
  storeConsent(anonymous(db), { userId: user.id, action: 'accepted' }, notice)
const enter = (user: TestUser) => login(anonymous(db), { ...user, remember: true, consentGiven: true })

describe('a new version of the notice', () => {
  test('is asked for at the next login, with the consent cookie too; open sessions go on', async () => {
    const user = await buildUser(db)
    await accepted(user)
    const open = pageClient(db, user)
    await open.kayit.list({})
    const cookies = testCookies(true)
    const page = pageClient(db, null, { cookies })
    const answer = await page.auth.login({ ...user, remember: true })
    if (answer.status !== 'consent') throw new Error('not asked')
    await open.kayit.list({})
    await page.auth.acceptConsent({ pending: answer.pending, accepted: true, version: CONSENT_TEXT_VERSION })
    expect(await whoSends(db, { cookie: cookies.session?.token ?? '' })).toBe(user.id)
    expect(await page.auth.login({ ...user, remember: true })).toMatchObject({ status: 'active' })
  })

  test('callers of login.php are not asked', async () => {
    const user = await buildUser(db)
    await accepted(user)
    expect(await legacyLogin(anonymous(db), user)).toMatchObject({ token: expect.any(String) })
  })

  test('a page that shows an earlier text cannot accept the new one', async () => {
    const user = await buildUser(db)
    const page = pageClient(db, null)
    const answer = await page.auth.login({ ...user, remember: true })
    if (answer.status !== 'consent') throw new Error('not asked')
    const { pending } = answer
    await expect(
      page.auth.acceptConsent({ pending, accepted: true, version: EARLIER.version }),
    ).rejects.toMatchObject({ message: expect.stringContaining('Aydınlatma metni bu arada yenilendi.') })
    await page.auth.acceptConsent({ pending, accepted: true })
  })

  test('the cookie lets an owner without any consent in, but a member of staff is asked', async () => {
    const owner = await buildUser(db)
    const member = await buildUser(db, { shop_id: owner.id, role: 'desk' })
    expect(await enter(owner)).toMatchObject({ status: 'active' })
    expect(await enter(member)).toMatchObject({ status: 'consent' })
    await accepted(member, { version: CONSENT_TEXT_VERSION, body: noticeText() })
    expect(await enter(member)).toMatchObject({ status: 'active' })
  })
})

describe('the accepted texts', () => {
  test('each can be read as it was then, word for word, by who accepted it', async () => {
    const [user, other] = [await buildUser(db), await buildUser(db)]
    await accepted(user)
    await accepted(user, { version: CONSENT_TEXT_VERSION, body: noticeText() })
    const page = pageClient(db, user)
    const given = await page.settings.consents()
    expect(given).toMatchObject([
      { version: CONSENT_TEXT_VERSION, is_current: true },
      { version: EARLIER.version, is_current: false },
    ])
    const texts = await Promise.all(given.map(({ id }) => page.settings.consentText({ id })))
    expect(texts.map(({ body }) => body)).toEqual([noticeText(), EARLIER.body])
    for (const { body, sha256 } of texts) expect(createHash('sha256').update(body).digest('hex')).toBe(sha256)
    const [first] = given
    await expect(pageClient(db, other).settings.consentText({ id: first?.id ?? 0 })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
  })

  test('a consent from before texts were kept shows the text where it is still the same', async () => {
    const user = await buildUser(db)
    const row = {
      user_id: user.id,
      text_version: CONSENT_TEXT_VERSION,
      action: 'accepted' as const,
      created_at: new Date(),
    }
    const text_sha256 = createHash('sha256').update(noticeText()).digest('hex')
    await db.deleteFrom('consent_texts').execute()
    await db
      .insertInto('consents')
      .values([
        { ...row, text_sha256 },
        { ...row, text_sha256: '0'.repeat(64) },
      ])
      .execute()
    const page = pageClient(db, user)
    const [unknown, known] = await page.settings.consents()
    expect((await page.settings.consentText({ id: known?.id ?? 0 })).body).toBe(noticeText())
    await expect(page.settings.consentText({ id: unknown?.id ?? 0 })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
  })

  test('a kept text is taken apart into what the screen shows', () => {
    expect(readNotice(noticeText()).sections).toEqual(NOTICE_SECTIONS.map((section) => ({ ...section })))
    expect(readNotice(EARLIER.body)).toEqual({
      title: 'Eski Metin',
      sections: [{ heading: 'Başlık', paragraphs: ['Bir cümle.'], items: ['bir', 'iki'] }],
      acknowledgement: 'Okudum.',
    })
  })
})
