import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http'
import type { BlockList, Socket } from 'node:net'

import { isTrusted, plainAddress } from './client-address.ts'
import { networkOf } from './client-network.ts'

/**
 * So many connections of one address may wait for a whole request: browsers open six each, so this is a shop of
 * forty computers behind one address, and an eighth of all that the server takes.
 */
export const SHARE = 256
/** A request whose first bytes had arrived when the stop began gets this long, in ms, for the rest of its head. */
const HEAD_MS = 500

type Exchange = { request: IncomingMessage; response: ServerResponse }

type Connection = {
  socket: Socket
  /** What counts as one address; `null` for a proxy that we trust, who speaks for many. */
  address: string | null
  /** Begun and not ended, in their order: more than one only where a client does not wait for the responses. */
  exchanges: Exchange[]
  /** Bytes that came until the last exchange ended. */
  bytesRead: number
  /** A response has said that it is the last, or will say so. */
  isEnding: boolean
}

/**
 * Knows of every connection what happens on it: so that nobody opens more silent ones than their share, and so
 * that at the stop each request that is carried out gets its response, and none is carried out without one.
 */
export class ClientConnections {
  readonly #connections = new Map<Socket, Connection>()
  readonly #trusted: BlockList
  #isEnding = false

  constructor(trusted: BlockList) {
    this.#trusted = trusted
  }

  watch(server: Server): void {
    server.on('connection', (socket: Socket) => this.#open(socket))
  }

  /** The listener to give to the server in place of this one. */
  around(listener: RequestListener): RequestListener {
    return (request, response) => {
      const connection = this.#connections.get(request.socket)
      // Its connection ends before it would have its turn.
      if (connection?.isEnding === true) return
      if (connection !== undefined) this.#begin(connection, { request, response })
      listener(request, response)
    }
  }

  /** From now on every response is its connection's last; connections on which nothing happens end at once. */
  end(): void {
    this.#isEnding = true
    for (const connection of this.#connections.values()) {
      const isSpeaking = connection.socket.bytesRead > connection.bytesRead
      if (connection.exchanges.length > 0) this.#endAfterAnswers(connection)
      else if (!isSpeaking) connection.socket.destroy()
    }
    setTimeout(() => {
      for (const { exchanges, socket } of this.#connections.values())
        if (exchanges.length === 0) socket.destroy()
    }, HEAD_MS).unref()
  }

  #open(socket: Socket): void {
    const address = this.#shareOf(socket.remoteAddress ?? '')
    const connection = { socket, address, exchanges: [], bytesRead: 0, isEnding: false }
    this.#connections.set(socket, connection)
    socket.once('close', () => this.#connections.delete(socket))
    if (address !== null) this.#holdToShare(address)
  }

  #shareOf(peer: string): string | null {
    const address = plainAddress(peer)
    return isTrusted(address, this.#trusted) ? null : networkOf(address)
  }

  /** Drops those that have waited longest. */
  #holdToShare(address: string): void {
    const waiting = [...this.#connections.values()].filter((it) => it.address === address && isWaiting(it))
    for (const { socket } of waiting.slice(0, -SHARE)) socket.destroy()
  }

  #begin(connection: Connection, exchange: Exchange): void {
    connection.exchanges.push(exchange)
    exchange.response.once('close', () => {
      const { socket, exchanges } = connection
      exchanges.splice(exchanges.indexOf(exchange), 1)
      connection.bytesRead = socket.bytesRead
      if (!this.#connections.delete(socket)) return
      // Behind those that have waited longer.
      this.#connections.set(socket, connection)
      if (this.#isEnding && exchanges.length === 0) socket.destroySoon()
    })
    if (this.#isEnding) this.#endAfterAnswers(connection)
  }

  /** The last response says `Connection: close`, unless its head is on its way already. */
  #endAfterAnswers(connection: Connection): void {
    const last = connection.exchanges.at(-1)?.response
    if (last === undefined || last.headersSent) return
    last.shouldKeepAlive = false
    connection.isEnding = true
  }
}

/** Neither is a request being answered, nor has one arrived whole. */
function isWaiting({ exchanges, socket }: Connection): boolean {
  return !socket.destroyed && exchanges.every(({ request }) => !request.complete)
}
