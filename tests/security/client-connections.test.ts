import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { type AddressInfo, BlockList, connect, type Socket } from 'node:net'

import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import { ClientConnections, SHARE } from '#server/http/client-connections.ts'
import { closeServer, limitConnections, serverOptions } from '#server/http/server.ts'
import { createLogger } from '#server/lib/logger.ts'

/** Addresses of the loopback network, which are all ours on Linux. */
const CROWD = '127.0.0.2'
const OTHER = '127.0.0.3'
const PROXY = '127.0.0.4'

const trusted = new BlockList()
trusted.addAddress(PROXY)
let clients: ClientConnections
let http: Server
let asked: string[]
/** Ends the answers to '/slow' and '/half'. */
let finish: () => void
const sockets = new Set<Socket>()
/** Bytes that the server has read. */
let received: () => number

beforeEach(async () => {
  asked = []
  const { promise, resolve } = Promise.withResolvers<void>()
  finish = resolve
  const listener = async ({ url = '' }: IncomingMessage, response: ServerResponse) => {
    asked.push(url)
    if (url.startsWith('/half')) response.writeHead(200).write('half')
    if (/slow|half/.test(url)) await promise
    response.end(`answer to ${url}`)
  }
  clients = new ClientConnections(trusted)
  http = createServer(
    serverOptions,
    clients.around((request, response) => void listener(request, response)),
  )
  const accepted: Socket[] = []
  http.on('connection', (socket: Socket) => accepted.push(socket))
  received = () => accepted.reduce((sum, { bytesRead }) => sum + bytesRead, 0)
  clients.watch(http)
  limitConnections(http)
  http.listen(0, '127.0.0.1')
  await once(http, 'listening')
})
afterEach(() => {
  for (const socket of sockets) socket.destroy()
  http.close()
})

type Client = { socket: Socket; read: () => string; isOpen: () => boolean; ended: Promise<unknown> }

async function open(localAddress = OTHER): Promise<Client> {
  const { port } = http.address() as AddressInfo
  const socket = connect({ port, host: '127.0.0.1', localAddress })
  sockets.add(socket)
  let text = ''
  socket.on('error', () => {}).on('data', (data) => (text += String(data)))
  const ended = once(socket, 'close')
  await once(socket, 'connect')
  return { socket, read: () => text, isOpen: () => !socket.destroyed && !socket.readableEnded, ended }
}

const ask = ({ socket }: Client, ...paths: string[]) =>
  socket.write(paths.map((path) => `GET ${path} HTTP/1.1\r\nHost: panel\r\n\r\n`).join(''))
const openMany = (count: number, address: string) =>
  Promise.all(Array.from({ length: count }, () => open(address)))
const stillOpen = (crowd: Client[]) => crowd.filter((client) => client.isOpen()).length
const stop = () => closeServer({ http, clients }, createLogger('silent'))

describe('silent connections', () => {
  test('of one address make room for newer ones of it, and are in nobody else’s way', async () => {
    const crowd = [...(await openMany(SHARE, CROWD)), ...(await openMany(20, CROWD))]
    await expect.poll(() => stillOpen(crowd)).toBe(SHARE)
    expect(crowd.slice(-20).every((client) => client.isOpen())).toBe(true)
    for (const address of [CROWD, OTHER]) {
      const client = await open(address)
      ask(client, '/')
      await expect.poll(client.read).toContain('answer to /')
    }
  })

  test('do not drop a connection of their address whose request is being answered', async () => {
    const busy = await open(CROWD)
    ask(busy, '/slow')
    await expect.poll(() => asked).toEqual(['/slow'])
    const begun = await open(CROWD)
    begun.socket.write('GET / HTTP/1.1\r\nHost')
    await openMany(SHARE, CROWD)
    await begun.ended
    expect(busy.isOpen()).toBe(true)
    finish()
    await expect.poll(busy.read).toContain('answer to /slow')
  })

  test('of a trusted proxy are as many as it likes: it speaks for many', async () => {
    const crowd = await openMany(SHARE + 20, PROXY)
    const client = await open(PROXY)
    ask(client, '/')
    await expect.poll(client.read).toContain('answer to /')
    expect(stillOpen(crowd)).toBe(SHARE + 20)
  })
})

describe('from the stop on', () => {
  test('connections on which nothing happens end at once', async () => {
    const silent = await open()
    const kept = await open()
    ask(kept, '/')
    await expect.poll(kept.read).toContain('answer to /')
    expect(kept.read()).toContain('Connection: keep-alive')
    await stop()
    await Promise.all([silent.ended, kept.ended])
    expect(asked).toEqual(['/'])
  })

  test('what runs is answered, and says that it is the last', async () => {
    const client = await open()
    ask(client, '/slow')
    await expect.poll(() => asked).toHaveLength(1)
    const stopped = stop()
    finish()
    await client.ended
    expect(client.read()).toContain('Connection: close')
    expect(client.read()).toContain('answer to /slow')
    await stopped
  })

  test('an answer that had begun comes to its end, and then its connection', async () => {
    const client = await open()
    ask(client, '/half')
    await expect.poll(client.read).toContain('half')
    const stopped = stop()
    finish()
    await client.ended
    expect(client.read()).toContain('answer to /half')
    await stopped
  })

  test('of requests that were sent one behind the other all that run are answered, and no other runs', async () => {
    const client = await open()
    ask(client, '/slow/1', '/slow/2')
    await expect.poll(() => asked).toHaveLength(2)
    const stopped = stop()
    const before = received()
    ask(client, '/slow/3')
    await expect.poll(received, { timeout: 10_000 }).toBeGreaterThan(before)
    finish()
    await client.ended
    expect(client.read().match(/answer to .{7}/g)).toEqual(['answer to /slow/1', 'answer to /slow/2'])
    expect(asked).toEqual(['/slow/1', '/slow/2'])
    await stopped
  })

  test('a request whose first bytes had come is answered if the rest of its head comes soon', async () => {
    const [soon, never] = await Promise.all([open(), open()])
    for (const { socket } of [soon, never]) socket.write('GET /late HTTP/1.1\r\nHost: pa')
    await expect.poll(received, { timeout: 10_000 }).toBe(2 * 'GET /late HTTP/1.1\r\nHost: pa'.length)
    const stopped = stop()
    soon.socket.write('nel\r\n\r\n')
    await Promise.all([soon.ended, never.ended, stopped])
    expect(soon.read()).toContain('Connection: close')
    expect(soon.read()).toContain('answer to /late')
    expect(never.read()).toBe('')
    expect(asked).toEqual(['/late'])
  })
})
