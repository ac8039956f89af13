import type { Duplex } from 'node:stream'

import type { ReadingLimits } from '@basalt/engine'
import { Client, type ClientBase, type ClientConfig, type Connection } from 'pg'

import { Incoming } from './incoming.ts'

export type { Incoming }

/** The driver's parts that its declaration leaves out. */
type Wire = Connection & {
  attachListeners(stream: Pick<Duplex, 'on'>): void
  incoming?: Incoming
  hasStandardStrings?: boolean
}

/** A setting that PostgreSQL reports at the start of a connection and whenever it changes. */
type Reported = { parameterName: string; parameterValue: string }

/** A client of the driver whose connection reads within the limits. */
export function limitedClient(
  limits: Pick<ReadingLimits, 'messageBytes' | 'openResults'>,
): new (config?: string | ClientConfig) => Client {
  return class extends Client {
    constructor(config?: string | ClientConfig) {
      super(config)
      const wire = getWire(this)
      wire.on('parameterStatus', ({ parameterName, parameterValue }: Reported) => {
        if (parameterName !== 'standard_conforming_strings') return
        wire.hasStandardStrings = parameterValue === 'on'
      })
      const attach = wire.attachListeners.bind(wire)
      // The driver calls it with the plain socket, or with the encrypted one above it.
      wire.attachListeners = (stream) => {
        let parse: (bytes: Buffer) => void = () => {}
        const messages = {
          on(event: string, listener: (bytes: Buffer) => void) {
            if (event === 'data') parse = listener
            else stream.on(event, listener)
            return messages
          },
        }
        attach(messages as unknown as Duplex)
        const incoming = new Incoming(stream as Duplex, limits, parse)
        wire.incoming = incoming
        wire.on('readyForQuery', () => incoming.statementIsOver())
      }
    }
  }
}

const getWire = (client: ClientBase): Wire => (client as unknown as { connection: Wire }).connection

/** The incoming data of a connected client. */
export function getIncoming(connection: Connection): Incoming {
  const { incoming } = connection as Wire
  if (incoming === undefined) throw new Error('The client is not connected, or not a limited one.')
  return incoming
}

/** A pooler that does not report it has PostgreSQL's default. */
export const hasStandardStrings = (connection: Connection): boolean =>
  (connection as Wire).hasStandardStrings ?? true
