import { readFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'

/** A client that never finishes what it began. */
export type SlowClient = { socket: Socket; isOpen: () => boolean }

type Slow = {
  port: number
  /** An address of the loopback network. */
  from: string
  /** What it sends at once. */
  begin?: string
  /** What it sends every so often. */
  drip?: { text: string; everyMs: number }
  /** Does not read what comes. */
  deaf?: boolean
  /** Ends its half after the beginning. */
  half?: boolean
}

/** Opens a connection that behaves so until the other side closes it, or until it is destroyed. */
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

/** '0100007F:0BB8' is 127.0.0.1:3000. */
const portOf = (address: string): number => Number.parseInt(address.split(':')[1] ?? '', 16)

/** Established connections at a local port of this machine, seen from the server's side. */
export function connectionsAt(port: number): number {
  const ESTABLISHED = '01'
  return readFileSync('/proc/net/tcp', 'utf8')
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter(([, address = '', , state]) => state === ESTABLISHED && portOf(address) === port).length
}
