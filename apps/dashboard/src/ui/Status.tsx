import { clsx } from 'clsx'
import type { ReactNode } from 'react'

import type { Tone } from '../lib/format/tone.ts'

const dots: Record<Tone, string> = {
  good: 'bg-good',
  warn: 'bg-warn',
  bad: 'bg-bad',
  info: 'bg-info',
  neutral: 'bg-ink-faint',
  accent: 'bg-accent',
}

/** Only next to a word with the same meaning: never colour alone. */
export function Dot({ tone, isMoving = false }: { tone: Tone; isMoving?: boolean }) {
  return (
    <span
      aria-hidden
      className={clsx(
        'size-[7px] flex-none rounded-full',
        dots[tone],
        isMoving && 'animate-breathe',
      )}
    />
  )
}

type StatusProps = { tone: Tone; isMoving?: boolean; children: string }

/** A dot and a word. The dot breathes while something is under way. */
export function Status({ tone, isMoving = false, children }: StatusProps) {
  return (
    <span className="inline-flex items-center gap-2 whitespace-nowrap">
      <Dot tone={tone} isMoving={isMoving} />
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
