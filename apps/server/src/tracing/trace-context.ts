export type TraceContext = { traceId: string; parentId: string; isSampled: boolean }

const form = /^(?!ff)[\da-f]{2}-(?!0{32})([\da-f]{32})-(?!0{16})([\da-f]{16})-([\da-f]{2})(?:-|$)/u

/** Reads the header `traceparent` of W3C Trace Context; null where it is not one. */
export function readTraceparent(header: string | string[] | undefined): TraceContext | null {
  if (typeof header !== 'string' || header.length > 200) return null
  const [, traceId, parentId, flags] = form.exec(header) ?? []
  if (traceId === undefined || parentId === undefined || flags === undefined) return null
  return { traceId, parentId, isSampled: (Number.parseInt(flags, 16) & 1) === 1 }
}
