/** The meaning that a colour carries: of a status, a badge or a notice. */
export type Tone = 'good' | 'warn' | 'bad' | 'info' | 'neutral' | 'accent'
