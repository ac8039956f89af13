import { connect, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'

import type { DatabaseAddress } from './address.ts'

/** Names one backend to PostgreSQL; the secret proves that the connection is ours. */
export type BackendKey = { processId: number; secretKey: number }

const sslRequest = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47])

/**
 * Sends a cancel request for a backend (manual, "Canceling Requests in Progress"). Resolves when
 * the server has closed the connection: only then has the signal been sent, and a later statement
 * of the same backend is not affected. Never rejects: an unreachable server runs no statement
 * either.
 */
export function cancelRequest(address: DatabaseAddress, backend: BackendKey): Promise<void> {
  const packet = Buffer.alloc(16)
  packet.writeInt32BE(16, 0)
  packet.writeInt32BE(80_877_102, 4)
  packet.writeInt32BE(backend.processId, 8)
  packet.writeInt32BE(backend.secretKey, 12)
  return new Promise((resolve) => {
    const socket = openSocket(address)
    const finish = () => {
      socket.destroy()
      resolve()
    }
    socket.setTimeout(5000, finish)
    socket.once('close', finish)
    socket.once('error', finish)
    socket.once('connect', () => {
      if (address.tls === undefined) socket.write(packet)
      else upgrade(socket, { address, packet })
    })
    socket.resume()
  })
}

function openSocket({ host, port }: DatabaseAddress): Socket {
  return host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host)
}

function upgrade(socket: Socket, to: { address: DatabaseAddress; packet: Buffer }): void {
  socket.write(sslRequest)
  socket.once('data', (answer) => {
    if (answer[0] !== 0x53) {
      socket.destroy()
      return
    }
    const secure = connectTls({ servername: to.address.host, ...to.address.tls, socket })
    secure.once('secureConnect', () => secure.write(to.packet))
    secure.once('error', () => socket.destroy())
    secure.resume()
  })
}
