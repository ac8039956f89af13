/** The first digit of a status says what became of a request. */
export const statusClasses = ['2xx', '3xx', '4xx', '5xx'] as const

export type StatusClass = (typeof statusClasses)[number]

export const statusLabels: Record<StatusClass, string> = {
  '2xx': 'Success (2xx)',
  '3xx': 'Redirect (3xx)',
  '4xx': 'Client error (4xx)',
  '5xx': 'Server error (5xx)',
}
