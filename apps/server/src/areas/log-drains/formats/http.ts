import { type Delivery, type DeliveryRequest, plainRow } from './drain-format.ts'

export const httpRequest = ({
  destination,
  secrets,
  ref,
  rows,
}: Delivery<'http'>): DeliveryRequest => ({
  method: 'POST',
  url: destination.url,
  headers: { 'content-type': 'application/json', ...secrets },
  body: JSON.stringify(rows.map((row) => plainRow(ref, row))),
})
