import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http'
import type { BlockList, Socket } from 'node:net'

import { isTrustedProxy, networkOf, plainAddress } from './client-address.ts'

/**
 * At most this many connections of one address may wait for their client, to send a request or to read a response: six
 * for each browser of forty computers behind one address, an eighth of the server's maximum.
 */
export const MAX_OF_ADDRESS = 256
/** The maximum for all addresses together; the rest of the server's maximum is for requests that are being answered. */
export const MAX_WAITING = 1_500
/** Time for the rest of a request's head, in ms, if its first bytes had arrived when the stop began. */
const HEAD_MS = 500
/**
 * A trusted proxy's idle connections stay open for so long, in ms, once the stop began: it may be sending a request into
 * one. It closes them itself before (`keepalive_timeout` in deploy/nginx.conf).
 */
const PROXY_MS = 1_500

type Exchange = { request: IncomingMessage; response: ServerResponse }

type Connection = {
  socket: Socket
  /** The client's address or network; `null` for a trusted proxy, which has many clients behind it. */
  address: string | null
  /** Begun and not ended, in their order: more than one only when a client pipelines its requests. */
  exchanges: Exchange[]
  /** Bytes that had arrived when the last exchange ended. */
  bytesRead: number
  /** A response has announced, or will announce, that it is the last one. */
  isEnding: boolean
}

/**
 * Tracks the exchanges on every connection, so that no address opens more silent connections than its share, and so
 * that at the stop a request is either carried out and gets its response or is not begun.
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
    // A call may take longer, but for a client that does not send or read there is a limit.
    server.on('timeout', (socket: Socket) => {
      const connection = this.#connections.get(socket)
      if (connection === undefined || isWaiting(connection)) socket.destroy()
    })
  }

  /** Returns the listener to give to the server instead of this one. */
  wrapListener(listener: RequestListener): RequestListener {
    return (request, response) => {
      const connection = this.#connections.get(request.socket)
      // Its connection ends before this request would be handled.
      if (connection?.isEnding === true) return
      if (connection !== undefined) this.#begin(connection, { request, response })
      listener(request, response)
    }
  }

  /** Makes every further response its connection's last, and ends clients' idle connections immediately. */
  end(): void {
    this.#isEnding = true
    for (const connection of this.#connections.values()) {
      const isSpeaking = connection.socket.bytesRead > connection.bytesRead
      if (connection.exchanges.length > 0) this.#endAfterResponses(connection)
      else if (!isSpeaking && connection.address !== null) connection.socket.destroy()
    }
    setTimeout(() => this.#endIdle(({ address }) => address !== null), HEAD_MS).unref()
    setTimeout(() => this.#endIdle(() => true), PROXY_MS).unref()
  }

  #endIdle(isMeant: (connection: Connection) => boolean): void {
    for (const connection of this.#connections.values())
      if (connection.exchanges.length === 0 && isMeant(connection)) connection.socket.destroy()
  }

  #open(socket: Socket): void {
    const address = this.#shareOf(socket.remoteAddress ?? '')
    this.#connections.set(socket, { socket, address, exchanges: [], bytesRead: 0, isEnding: false })
    socket.once('close', () => this.#connections.delete(socket))
    if (address !== null) this.#dropSurplus(address)
  }

  #shareOf(peer: string): string | null {
    const address = plainAddress(peer)
    return isTrustedProxy(address, this.#trusted) ? null : networkOf(address)
  }

  /** Drops the connections that have waited longest, of this address and of all. */
  #dropSurplus(address: string): void {
    const waiting = [...this.#connections.values()].filter((it) => it.address !== null && isWaiting(it))
    const ofAddress = waiting.filter((it) => it.address === address)
    for (const { socket } of [...ofAddress.slice(0, -MAX_OF_ADDRESS), ...waiting.slice(0, -MAX_WAITING)])
      socket.destroy()
  }

  #begin(connection: Connection, exchange: Exchange): void {
    connection.exchanges.push(exchange)
    exchange.response.once('close', () => {
      const { socket, exchanges } = connection
      exchanges.splice(exchanges.indexOf(exchange), 1)
      connection.bytesRead = socket.bytesRead
      if (!this.#connections.delete(socket)) return
      // Moves it behind those that have waited longer.
      this.#connections.set(socket, connection)
      if (this.#isEnding && exchanges.length === 0) socket.destroySoon()
    })
    if (this.#isEnding) this.#endAfterResponses(connection)
  }

  /** Sets `Connection: close` on the last response, unless its head is already sent. */
  #endAfterResponses(connection: Connection): void {
    const last = connection.exchanges.at(-1)?.response
    if (last === undefined || last.headersSent) return
    last.shouldKeepAlive = false
    connection.isEnding = true
  }
}

/** Returns whether the connection waits for its client, to send the rest of a request or to read a response. */
function isWaiting({ exchanges, socket }: Connection): boolean {
  return (
    !socket.destroyed &&
    exchanges.every(
      ({ request, response }) => !request.complete || response.writableEnded || response.writableNeedDrain,
    )
  )
}
