const nameBytes = 63
const size = (text: string) => new TextEncoder().encode(text).length

/** A name in PostgreSQL's own manner, `orders_customer_id_fkey`, cut to what a name holds. */
export function constraintName(table: string, columns: readonly string[], label: string): string {
  let body = [table, ...columns].join('_')
  while (size(body) > nameBytes - label.length - 1) body = Array.from(body).slice(0, -1).join('')
  return `${body}_${label}`
}
