const nameBytes = 63
const size = (text: string) => new TextEncoder().encode(text).length

/** A name in PostgreSQL's style, `orders_customer_id_fkey`, truncated to the maximum length. */
export function constraintName(table: string, columns: readonly string[], label: string): string {
  let body = [table, ...columns].join('_')
  while (size(body) > nameBytes - label.length - 1) body = Array.from(body).slice(0, -1).join('')
  return `${body}_${label}`
}
