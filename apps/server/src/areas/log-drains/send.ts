import type { DrainDestination } from '@basalt/contract/logs/drains'
import type { OutboundNetwork } from '@basalt/identity'

import { datadogRequest } from './formats/datadog.ts'
import type { Delivery, DeliveryRequest } from './formats/drain-format.ts'
import { httpRequest } from './formats/http.ts'
import { lokiRequest } from './formats/loki.ts'
import { otlpRequest } from './formats/otlp.ts'
import { s3Request } from './formats/s3.ts'
import { syslogMessages } from './formats/syslog.ts'

/** The receiver refused the rows; the message is for the user. */
export class DeliveryError extends Error {
  override readonly name = 'DeliveryError'
}

/** Resolves when the receiver has taken the rows. */
export async function deliver(outside: OutboundNetwork, delivery: Delivery): Promise<void> {
  const { destination, ref, rows } = delivery
  if (destination.type === 'syslog') {
    await outside.send(destination, syslogMessages(ref, rows))
    return
  }
  const toRequest = requests[destination.type] as (one: Delivery) => Promise<DeliveryRequest>
  const { url, ...init } = await toRequest(delivery)
  const answer = await outside.fetch(url, init)
  if (answer.ok) return
  const text = (await answer.text()).replaceAll(/\s+/gu, ' ').slice(0, 200)
  throw new DeliveryError(`The receiver answered ${answer.status}${text === '' ? '' : `: ${text}`}`)
}

type RequestTypes = Exclude<DrainDestination['type'], 'syslog'>

const requests: {
  [Type in RequestTypes]: (delivery: Delivery<Type>) => DeliveryRequest | Promise<DeliveryRequest>
} = {
  http: httpRequest,
  otlp: otlpRequest,
  loki: lokiRequest,
  datadog: datadogRequest,
  s3: s3Request,
}
