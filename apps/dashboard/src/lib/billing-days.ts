const day = new Intl.DateTimeFormat('en-GB', {
  day: '2-digit',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
})

/** `01 Nov 2026`: days of bills are days of UTC, on every screen and on the invoice itself. */
export function formatBillingDay(time: string | Date): string {
  const at = new Date(time)
  return Number.isNaN(at.getTime()) ? '–' : day.format(at)
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
