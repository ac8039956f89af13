import { type Delivery, type DeliveryRequest, plainRow, withPath } from './drain-format.ts'

/** The logs intake of Datadog, version 2. */
export const datadogRequest = ({
  destination,
  secrets,
  ref,
  rows,
}: Delivery<'datadog'>): DeliveryRequest => ({
  method: 'POST',
  url: withPath(destination.url, '/api/v2/logs'),
  headers: { 'content-type': 'application/json', 'dd-api-key': secrets['api_key'] ?? '' },
  body: JSON.stringify(
    rows.map((row) => {
      const { event_message: message, level, status, ...fields } = plainRow(ref, row)
      return {
        ddsource: row.source,
        service: 'basalt',
        ddtags: `project:${ref}`,
        ...fields,
        status: level,
        http_status: status,
        message,
        // Datadog counts from 1970 in milliseconds.
        timestamp: row.at.getTime(),
      }
    }),
  ),
})
