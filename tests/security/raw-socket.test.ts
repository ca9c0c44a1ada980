import { EventEmitter, once } from 'node:events'
import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'

import { serve } from '@hono/node-server'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'

import { serverOptions } from '#server/platform/http/server.ts'
import { startSession } from '#tests/support/rows/auth.ts'
import { testApp } from '#tests/support/panel/app.ts'
import { testDatabase } from '#tests/support/database/database.ts'
import { buildUser } from '#tests/support/rows/factories.ts'
import { recordingLog } from '#tests/support/panel/log.ts'

const db = await testDatabase()
const { log, lines } = recordingLog('debug')
const clientDir = mkdtempSync(join(tmpdir(), 'oto-servis-static-'))
const begun = new EventEmitter()
let port = 0
let server: ReturnType<typeof serve>

beforeAll(async () => {
  writeFileSync(join(clientDir, 'index.html'), '<title>Panel</title>')
  writeFileSync(join(clientDir, 'theme.js'), 'x')
  writeFileSync(join(clientDir, '.env'), 'SECRET=1')
  for (const folder of ['assets', '.git', '.vite']) mkdirSync(join(clientDir, folder))
  writeFileSync(join(clientDir, 'assets/index-1a2b.js'), 'x')
  writeFileSync(join(clientDir, '.git/config'), 'secret')
  writeFileSync(join(clientDir, '.vite/manifest.json'), '{}')
  const app = testApp(db, { log, clientDir })
  const fetch = (...request: Parameters<typeof app.fetch>) => {
    begun.emit('request')
    return app.fetch(...request)
  }
  server = serve({ fetch, port: 0, hostname: '127.0.0.1', serverOptions })
  await once(server, 'listening')
  port = (server.address() as { port: number }).port
})
afterAll(() => {
  server.close()
  rmSync(clientDir, { recursive: true })
})
beforeEach(() => void lines.splice(0))

/** Sends these lines unchanged; the socket may be closed before the rest is sent. */
function send(head: string[], body = ''): Socket {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => {})
  socket.write(`${head.join('\r\n')}\r\n\r\n${body}`)
  return socket
}

/** Returns the status line and the body of the response. */
async function answerTo(head: string[]): Promise<{ status: number; body: string }> {
  const answer = await text(send([...head, 'Connection: close']))
  return { status: Number(answer.slice(9, 12)), body: answer.split('\r\n\r\n').slice(1).join('') }
}

describe('a request with two Host headers', () => {
  test.each([
    ['GET /healthz', 'panel.test', 'evil.test'],
    ['GET /oto-servis/', 'panel.test', 'panel.test'],
    ['GET /oto-servis/theme.js', 'panel.test', 'evil.test'],
    ['GET /api/settings.php', 'panel.test', 'evil.test'],
    ['POST /api/login.php', 'evil.test', 'panel.test'],
    ['GET /oto-servis/api/trpc/auth.session', 'panel.test', 'evil.test'],
    ['POST /oto-servis/api/trpc/auth.login', 'panel.test', 'panel.test'],
  ])('a request with the hosts %s of %s and %s is refused', async (request, first, second) => {
    const { status, body } = await answerTo([`${request} HTTP/1.1`, `Host: ${first}`, `hOST: ${second}`])
    expect({ status, body: JSON.parse(body) as unknown }).toMatchObject({
      status: 400,
      body: { success: false },
    })
  })

  test('two Host headers are refused, one is accepted, and other headers that name a host are ignored', async () => {
    const { status } = await answerTo([
      'GET /healthz HTTP/1.1',
      'Host: panel.test',
      'X-Host: host',
      'X-Name: Host',
    ])
    expect(status).toBe(200)
  })
})

test.each(['%zz', '%E0%A4%A', 'kayit.list%'])(
  'an address that cannot be decoded is refused: %s',
  async (path) => {
    const head = [`GET /oto-servis/api/trpc/${path} HTTP/1.1`, 'Host: panel.test']
    const { status, body } = await answerTo(head)
    expect([status, JSON.parse(body)]).toEqual([404, { error: { message: 'Böyle bir adres yok.' } }])
    expect(lines.filter(({ level }) => level === 'error')).toEqual([])
  },
)

describe('a request whose end is ambiguous', () => {
  test.each([
    ['Content-Length: 4', 'Transfer-Encoding: chunked'],
    ['Content-Length: 4', 'Content-Length: 5'],
    ['Content-Length: 4, 5'],
    ['Content-Length: +4'],
    ['Content-Length: abc'],
    ['Transfer-Encoding : chunked'],
    ['Transfer-Encoding: xchunked'],
    ['Transfer-Encoding: chunked, identity'],
    [' Transfer-Encoding: chunked'],
    ['Transfer-Encoding:\n chunked'],
  ])('%s is refused, whatever follows it', async (...lengths) => {
    const post = 'POST /api/login.php HTTP/1.1'
    const { status } = await answerTo([
      post,
      'Host: panel.test',
      'Content-Type: application/json',
      ...lengths,
    ])
    expect(status).toBe(400)
    expect(lines.filter((line) => line['status'] !== 400)).toEqual([])
  })
})

test.each([
  '/',
  '/oto-servis/',
  '/oto-servis/theme.js',
  '/healthz',
  '/api/settings.php',
  '/oto-servis/api/trpc/auth.session',
])('TRACE of %s is refused and repeats nothing of the request', async (path) => {
  const { status, body } = await answerTo([`TRACE ${path} HTTP/1.1`, 'Host: panel.test', 'Cookie: x=gizli'])
  expect(status).toBeGreaterThanOrEqual(404)
  expect(status).toBeLessThan(500)
  expect(body).not.toContain('gizli')
})

describe('paths below the base path', () => {
  const get = (path: string) => answerTo([`GET /oto-servis${path} HTTP/1.1`, 'Host: panel.test'])

  test.each([
    '/.env',
    '/.git/config',
    '/.vite/manifest.json',
    '/%2eenv',
    '/.%67it/config',
    '/x.css',
    '/X.CSS',
    '/index.html',
    '/assets/unknown.js',
    '/assets/',
    '/assets/.env',
    '/foo.php',
    '/foo.php/bar',
    '/deep/foo.php',
    '/backup.tar.gz',
    '/book/5.json',
    '/server/config.ts',
    '/book/.env?x=1',
  ])('%s is not found', async (path) => {
    const { status, body } = await get(path)
    expect({ status, body }).toEqual({
      status: 404,
      body: '{"success":false,"message":"Böyle bir adres yok."}',
    })
  })

  test.each(['/', '/books', '/book/5', '/book/5?x=.y', '/stats?ay=11#a.b', '/olmayan/sayfa'])(
    '%s is the page',
    async (path) => {
      expect(await get(path)).toEqual({ status: 200, body: '<title>Panel</title>' })
    },
  )

  test.each(['/theme.js', '/assets/index-1a2b.js'])('%s is a file', async (path) => {
    expect(await get(path)).toEqual({ status: 200, body: 'x' })
  })
})

describe('a caller that disconnects while sending its body', () => {
  const json = 'Content-Type: application/json'
  const sizes = [
    ['Content-Length: 1000', '{"json":'],
    ['Transfer-Encoding: chunked', '5\r\n{"jso\r\n'],
  ] as const

  test.each([
    ['/api/submitKayit.php', json],
    ['/api/login.php', json],
    ['/api/uploadLogo.php', 'Content-Type: multipart/form-data; boundary=x'],
    ['/oto-servis/api/trpc/kayit.save', json],
    ['/oto-servis/api/trpc/auth.login', json],
  ])('a disconnect is not logged as a fault (%s)', async (path, type) => {
    const token = await startSession(db, await buildUser(db), { kind: 'legacy' })
    for (const [size, begin] of sizes)
      for (const cut of ['destroy', 'resetAndDestroy'] as const) {
        lines.splice(0)
        const head = [`POST ${path} HTTP/1.1`, 'Host: panel.test', `Session-Id: ${token}`, type, size]
        const socket = send(head, begin)
        await once(begun, 'request')
        socket[cut]()
        await vi.waitFor(() => expect(lines).toHaveLength(1), { timeout: 30_000 })
        expect(lines[0]).toMatchObject({ level: 30, path, status: 400, msg: 'request' })
      }
  })
})

describe('a large body that is refused unread', () => {
  const MEGABYTE = 1_000_000

  test.each([
    [401, MEGABYTE],
    [413, 3 * MEGABYTE],
  ])(
    'after a response with %i the next request of the connection gets its response',
    async (status, size) => {
      const token = await startSession(db, await buildUser(db), { kind: 'legacy' })
      const session = status === 401 ? 'X-Session: none' : `Session-Id: ${token}`
      for (const path of ['/api/submitKayit.php', '/oto-servis/api/trpc/kayit.save']) {
        const head = [`POST ${path} HTTP/1.1`, 'Host: panel.test', session, 'Content-Type: application/json']
        const socket = send([...head, `Content-Length: ${size}`], ' '.repeat(size))
        socket.write('GET /healthz HTTP/1.1\r\nHost: panel.test\r\nConnection: close\r\n\r\n')
        const statuses = [...(await text(socket)).matchAll(/HTTP\/1.1 (\d+)/g)].map(([, code]) =>
          Number(code),
        )
        expect(statuses).toEqual([status, 200])
      }
    },
  )
})
