import { readFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'

/** A client that never completes its request or never reads the response. */
export type SlowClient = { socket: Socket; isOpen: () => boolean }

type Slow = {
  port: number
  /** The source address, in the loopback network. */
  from: string
  /** The text that it sends at once. */
  begin?: string
  /** The text that it repeats, and the interval. */
  drip?: { text: string; everyMs: number }
  /** Whether it never reads the response. */
  deaf?: boolean
  /** Whether it closes its sending half after `begin`. */
  half?: boolean
}

/** Opens a connection with this behaviour, until the other side or `destroy` closes it. */
export function slowClient({ port, from, begin = '', drip, deaf = false, half = false }: Slow): SlowClient {
  const socket = connect({ port, host: '127.0.0.1', localAddress: from, allowHalfOpen: true })
  let isOpen = true
  const close = () => {
    isOpen = false
    clearInterval(dripping)
    socket.destroy()
  }
  const dripping = drip === undefined ? undefined : setInterval(() => socket.write(drip.text), drip.everyMs)
  socket.on('error', close).on('close', close).on('end', close)
  if (deaf) socket.pause()
  else socket.resume()
  if (half) socket.end(begin)
  else if (begin !== '') socket.write(begin)
  return { socket, isOpen: () => isOpen }
}

/** Returns the port of an entry of /proc/net/tcp: '0100007F:0BB8' is 127.0.0.1:3000. */
const portOf = (address: string): number => Number.parseInt(address.split(':')[1] ?? '', 16)

/** Counts the established connections at a local port of this machine, from the server's side. */
export function connectionsAt(port: number): number {
  const ESTABLISHED = '01'
  return readFileSync('/proc/net/tcp', 'utf8')
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter(([, address = '', , state]) => state === ESTABLISHED && portOf(address) === port).length
}
