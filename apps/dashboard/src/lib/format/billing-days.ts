const months = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ')

/** `01 Nov 2026`: days of bills are days of UTC, on every screen and on the invoice itself. */
export function formatBillingDay(time: string | Date): string {
  const at = new Date(time)
  if (Number.isNaN(at.getTime())) return '–'
  const day = String(at.getUTCDate()).padStart(2, '0')
  return `${day} ${months[at.getUTCMonth()]} ${at.getUTCFullYear()}`
}

/** `01 Nov 2026 – 30 Nov 2026`: a period with its last day, which is the one before it ends. */
export function formatPeriod({
  period_start: start,
  period_end: end,
}: {
  period_start: string
  period_end: string
}): string {
  return `${formatBillingDay(start)} – ${formatBillingDay(new Date(Date.parse(end) - 1))}`
}
