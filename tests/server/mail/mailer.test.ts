import { once } from 'node:events'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'

import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import { sendDue, startMailer } from '#server/commands/jobs/mailer.ts'
import { deleteKayit } from '#server/kayit/operations.ts'
import { claimMail } from '#server/mail/queue.ts'
import { openSender, type Sender } from '#server/mail/send.ts'
import type { UserCtx } from '#server/platform/core/context.ts'
import { saveMessageTexts } from '#server/settings/message-texts.ts'
import { listShares, mailShare, revokeShare } from '#server/share/operations.ts'
import { mailMessages } from '#shared/mail/rules.ts'
import { testDatabase } from '#tests/support/database/database.ts'
import { recordingLog } from '#tests/support/panel/log.ts'
import { startMailServer } from '#tests/support/panel/mail-server.ts'
import { publicApp, visitPage } from '#tests/support/panel/public-page.ts'
import { changesIn } from '#tests/support/rows/changes.ts'
import { buildUser, TEST_NOW, userCtx } from '#tests/support/rows/factories.ts'
import { save } from '#tests/support/rows/kayit.ts'
import { mailedShare } from '#tests/support/rows/share.ts'

const db = await testDatabase()
const MINUTE_MS = 60_000
const FROM = 'panel@ornek.test'
const LIMITS = { connectionTimeout: 500, greetingTimeout: 300, socketTimeout: 300 }

let ctx: UserCtx
let kayit_id: number
const opened: (() => unknown)[] = []
beforeEach(async () => {
  // The mailer takes the mails of all shops.
  await db.deleteFrom('mail').execute()
  const columns = { company_name: 'Işık "Oto"\r\nBcc: x@ornek.test', company_tel: '0224 123 45 67' }
  ctx = userCtx(db, await buildUser(db, columns))
  kayit_id = (await save(ctx, { info: { plaka: '34 ABC 123', musteri_adi_soyadi: 'Ayşe Işık' } })).id
})
afterEach(async () => {
  for (const close of opened.splice(0)) await close()
})

const queue = (recipient = 'ayse@ornek.test', input = mailedShare(kayit_id, ctx.actor.shop, recipient)) =>
  mailShare(ctx, input)

async function senderTo(url: string): Promise<Sender> {
  const sender = await openSender({ url, from: FROM }, LIMITS)
  opened.push(sender.close)
  return sender
}

async function mailServer(options?: Parameters<typeof startMailServer>[0]) {
  const server = await startMailServer(options)
  opened.push(server.close)
  return { ...server, sender: await senderTo(server.url) }
}

/** Starts a server that answers each connection as `talk` says, and no protocol. */
async function brokenServer(talk: (socket: Socket) => void): Promise<Sender> {
  const server: Server = createServer((socket) => {
    socket.on('error', () => undefined)
    talk(socket)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  opened.push(() => server.close())
  return senderTo(`smtp://127.0.0.1:${(server.address() as AddressInfo).port}`)
}

const send = (sender: Pick<Sender, 'send'>, minutes = 0) => {
  const { log, lines } = recordingLog('debug')
  const now = new Date(TEST_NOW.getTime() + minutes * MINUTE_MS)
  return sendDue({ db, log, clock: () => now }, sender).then(() => JSON.stringify(lines))
}
const stateOf = async () => {
  const { links } = await listShares(ctx, { kind: 'record', id: kayit_id })
  return links.flatMap(({ mails }) => mails.map(({ state, error }) => ({ state, error })))
}
const suspend = (suspended_at: Date | null) =>
  db.updateTable('shops').set({ suspended_at }).where('id', '=', ctx.actor.shop).execute()
const stored = () => db.selectFrom('mail').selectAll().executeTakeFirstOrThrow()

describe('a queued mail', () => {
  test('reaches its recipient once, with a link that opens, and then has no text', async () => {
    const { sender, received } = await mailServer()
    await queue()
    expect(await stateOf()).toEqual([{ state: 'queued', error: '' }])
    await send(sender)
    await send(sender, 60)
    expect(await stateOf()).toEqual([{ state: 'sent', error: '' }])
    expect(received.map(({ from, to }) => ({ from, to }))).toEqual([{ from: FROM, to: ['ayse@ornek.test'] }])
    expect((await stored()).body).toBe('')
    const raw = received[0]?.raw.replaceAll(/=\r\n/g, '') ?? ''
    const token = /https:\/\/panel\.ornek\.test\/oto-servis\/p\/([\w-]{32})/.exec(raw)?.[1] ?? ''
    expect((await visitPage(publicApp(db), token)).status).toBe(200)
  })

  test('carries the shop’s address for answers, and its text says whether it can be answered', async () => {
    const { sender, received } = await mailServer()
    await queue()
    await saveMessageTexts(ctx, { reply_to: 'oto@ornek.test' })
    await queue('veli@ornek.test')
    await send(sender)
    const raws = received.map(({ raw }) => raw.replaceAll('=\r\n', ''))
    expect(raws.map((raw) => /^Reply-To: .*<oto@ornek\.test>$/m.test(raw))).toEqual([true, true])
    expect(raws.map((raw) => raw.includes('yan=C4=B1tlamay=C4=B1n'))).toEqual([true, false])
    expect(received.map(({ from }) => from)).toEqual([FROM, FROM])
  })

  test('of a suspended shop waits, and leaves afterwards', async () => {
    const { sender, received } = await mailServer()
    await queue()
    await suspend(TEST_NOW)
    await send(sender, 600)
    expect([received, (await stored()).state]).toEqual([[], 'queued'])
    await suspend(null)
    await send(sender, 615)
    expect(received).toHaveLength(1)
  })

  test('of a shop that stays suspended ends after two days with that reason', async () => {
    const { sender } = await mailServer()
    await queue()
    await suspend(TEST_NOW)
    await send(sender, 2 * 24 * 60 - 10)
    expect(await stored()).toMatchObject({
      state: 'failed',
      last_error: mailMessages.suspendedLate,
      body: '',
    })
  })

  test('has no header of a user’s text', async () => {
    const { sender, received } = await mailServer()
    await queue()
    await send(sender)
    const [head = ''] = received[0]?.raw.split('\r\n\r\n') ?? []
    expect(head).not.toMatch(/^bcc:/im)
    expect(head.match(/^to: ?(.*)$/im)?.[1]).toBe('ayse@ornek.test')
    expect(head).toContain('Auto-Submitted: auto-generated')
  })

  test('is logged by noun and verb, and neither its address nor its text is logged', async () => {
    const { sender } = await mailServer({ onRcptTo: (_a, _s, done) => done(new Error('ayse@ornek.test')) })
    await queue()
    const lines = await send(sender)
    expect(lines).toContain('mail not sent')
    expect(lines).not.toMatch(/ayse@|oto-servis\/p/)
    const entry = (await changesIn(db, ctx.actor.shop)).at(-1)
    expect([entry?.noun, entry?.verb]).toEqual(['kayit', 'mail'])
    expect(JSON.stringify(entry)).not.toContain('@ornek')
  })

  test('is stored once for a repeated call, and again for another address', async () => {
    const sent = mailedShare(kayit_id, ctx.actor.shop)
    for (let call = 0; call < 2; call += 1) await mailShare(ctx, sent)
    expect(await stateOf()).toHaveLength(1)
    await mailShare(ctx, { ...sent, recipient: 'veli@ornek.test' })
    expect(await stateOf()).toHaveLength(2)
  })

  test.each(['link', 'record'] as const)('does not leave after its %s has ended', async (what) => {
    const { sender, received } = await mailServer()
    const { id } = await queue()
    await (what === 'link' ? revokeShare(ctx, { id }) : deleteKayit(ctx, { kayit_id }))
    await send(sender)
    expect(received).toEqual([])
    expect(await stored()).toMatchObject({ state: 'failed', last_error: mailMessages.ended, body: '' })
  })

  test('does not leave after two days, as from a restored backup or a panel that was off', async () => {
    const { sender, received } = await mailServer()
    await queue()
    await send(sender, 2 * 24 * 60 + 1)
    expect(received).toEqual([])
    expect(await stored()).toMatchObject({ state: 'failed', last_error: mailMessages.late, body: '' })
  })

  test('is taken by one of several processes', async () => {
    const { sender, received } = await mailServer()
    for (const name of ['a', 'b', 'c', 'd']) await queue(`${name}@ornek.test`)
    await Promise.all([send(sender), send(sender), send(sender)])
    await send(sender)
    const all = ['a', 'b', 'c', 'd'].map((name) => [`${name}@ornek.test`])
    expect(received).toHaveLength(all.length)
    expect(received.map(({ to }) => to)).toEqual(expect.arrayContaining(all))
  })

  test('is sent again by another process after the lease of one that died', async () => {
    const { sender, received } = await mailServer()
    await queue()
    expect(await claimMail(db, TEST_NOW)).toMatchObject({ attempts: 1, isOpen: true })
    await send(sender, 9)
    expect(received).toEqual([])
    await send(sender, 10)
    expect(received).toHaveLength(1)
  })
})

describe('a server', () => {
  const refusing = (code: number) => (_address: unknown, _session: unknown, done: (error?: Error) => void) =>
    done(Object.assign(new Error('5.1.1 no'), { responseCode: code }))

  test('that refuses the address for good ends the attempts', async () => {
    const { sender } = await mailServer({ onRcptTo: refusing(550) })
    await queue()
    await send(sender)
    expect(await stateOf()).toEqual([{ state: 'failed', error: mailMessages.noAddress }])
  })

  test('that refuses for now gets it again after growing pauses, until two days are over', async () => {
    const { sender } = await mailServer({ onRcptTo: refusing(451) })
    await queue()
    const attempts: number[] = []
    for (let minutes = 0; minutes <= 3_000; minutes += 1) {
      const { next_attempt_at, state } = await stored()
      const due = (next_attempt_at.getTime() - TEST_NOW.getTime()) / MINUTE_MS
      if (state !== 'queued') break
      if (due > minutes) minutes = due
      attempts.push(minutes)
      await send(sender, minutes)
    }
    expect(attempts.slice(0, 6)).toEqual([0, 1, 6, 21, 81, 261])
    expect(await stateOf()).toEqual([{ state: 'failed', error: mailMessages.late }])
  })

  test.each<[string, (socket: Socket) => void]>([
    ['closes each connection', (socket) => socket.destroy()],
    ['says nothing', () => undefined],
    ['dies in the middle', (socket) => socket.write('220 hi\r\n', () => socket.destroy())],
    ['talks nonsense', (socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')],
  ])('that %s loses nothing', async (_, talk) => {
    await queue()
    await send(await brokenServer(talk))
    expect((await stateOf())[0]?.state).toBe('queued')
    expect((await stored()).body).toContain('https://')
    const { sender, received } = await mailServer()
    await send(sender, 1)
    expect(received).toHaveLength(1)
    expect((await stateOf())[0]).toEqual({ state: 'sent', error: '' })
  })

  test('that is not there loses nothing', async () => {
    const gone = await startMailServer()
    await gone.close()
    await queue()
    await send(await senderTo(gone.url))
    expect(await stateOf()).toEqual([{ state: 'queued', error: mailMessages.unreachable }])
  })

  test('that dies after it took the mail gets the same Message-ID again', async () => {
    const ids: (string | undefined)[] = []
    const { sender } = await mailServer({
      onData(stream, session, done) {
        let raw = ''
        stream.on('data', (chunk: Buffer) => (raw += chunk.toString()))
        stream.on('end', () => {
          ids.push(/^Message-ID: (.*)$/im.exec(raw)?.[1])
          // The first answer is lost, which SMTP cannot tell from a lost mail.
          if (ids.length > 1) done()
        })
        expect(session.envelope.rcptTo).toHaveLength(1)
      },
    })
    await queue()
    await send(sender)
    expect(await stateOf()).toEqual([{ state: 'queued', error: mailMessages.unreachable }])
    await send(sender, 1)
    expect(ids).toHaveLength(2)
    expect(new Set(ids).size).toBe(1)
  })

  test('that asks for a login gets the name and password of its address', async () => {
    const { url, received } = await mailServer({
      authOptional: false,
      allowInsecureAuth: true,
      onAuth: ({ username, password }, _session, done) =>
        password === 'gizli:1' ? done(null, { user: username ?? '' }) : done(new Error('no')),
    })
    await queue()
    await send(await senderTo(url.replace('//', '//panel:yanlis@')))
    expect(await stateOf()).toEqual([{ state: 'queued', error: mailMessages.loginRefused }])
    const sender = await senderTo(url.replace('//', '//panel:gizli%3A1@'))
    expect(await sender.check()).toBe('')
    await send(sender, 1)
    expect(received).toHaveLength(1)
  })
})

test('a running mailer sends by itself and stops at once', async () => {
  const { received, url } = await mailServer()
  await db.updateTable('mail').set({ next_attempt_at: new Date() }).execute()
  await queue()
  const { log } = recordingLog()
  const mailer = startMailer({ db, log, clock: () => TEST_NOW }, { url, from: FROM })
  await expect.poll(() => received.length).toBe(1)
  const before = Date.now()
  await mailer.stop()
  expect(Date.now() - before).toBeLessThan(2_000)
  await startMailer({ db, log }, undefined).stop()
})
