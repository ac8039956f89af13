import { clsx } from 'clsx'
import type { ReactNode } from 'react'

export type Tone = 'good' | 'warn' | 'bad' | 'info' | 'neutral' | 'accent'

const dots: Record<Tone, string> = {
  good: 'bg-good',
  warn: 'bg-warn',
  bad: 'bg-bad',
  info: 'bg-info',
  neutral: 'bg-ink-faint',
  accent: 'bg-accent',
}

/** A dot and a word: never colour alone. The dot breathes while something is under way. */
export function Status({
  tone,
  isMoving = false,
  children,
}: {
  tone: Tone
  isMoving?: boolean
  children: string
}) {
  return (
    <span className="inline-flex items-center gap-2 whitespace-nowrap">
      <span
        aria-hidden
        className={clsx('size-[7px] rounded-full', dots[tone], isMoving && 'animate-breathe')}
      />
      {children}
    </span>
  )
}

const washes: Record<Tone, string> = {
  good: 'bg-good-wash text-good',
  warn: 'bg-warn-wash text-warn',
  bad: 'bg-bad-wash text-bad',
  info: 'bg-info-wash text-info',
  neutral: 'border border-line-strong text-ink-soft',
  accent: 'bg-accent-wash text-accent',
}

/** A small label: a plan, a role, a kind. */
export function Badge({ tone = 'neutral', children }: { tone?: Tone; children: ReactNode }) {
  return (
    <span
      className={clsx(
        'inline-flex h-[18px] flex-none items-center rounded-full px-1.5 text-[11px] leading-none font-medium whitespace-nowrap',
        washes[tone],
      )}
    >
      {children}
    </span>
  )
}
