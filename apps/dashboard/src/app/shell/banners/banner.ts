export type Banner = {
  /** The same as long as it is about the same. */
  key: string
  tone: 'info' | 'warn' | 'bad'
  title: string
  message?: string
  link?: {
    label: string
    href: string
    /** A page of the server itself, outside the dashboard. */
    isPlain?: true
  }
  /** Key of the notice that is remembered when it is dismissed. */
  dismisses?: string
}
