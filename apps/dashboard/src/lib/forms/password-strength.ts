import type { PasswordCheck } from '@basalt/contract/account/profile'
import { profiles } from '@basalt/contract/account/profile'
import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useEffect, useState } from 'react'

import { notify } from '../browser/toast.ts'
import { query } from '../network/api.ts'

/** SPEC.md section 5, "Password": everything a meter shows. */
export type Strength = {
  score: 0 | 1 | 2 | 3 | 4
  /** Percent of the meter's width. */
  width: number
  tone: 'bad' | 'warn' | 'good'
  message: string
  suggestions: string[]
  /** Shown when the password is too weak to be taken. */
  warning: string | undefined
  isEnough: boolean
}

const minimumScore = 4
const maximumLength = 99

const messages = [
  'This password is not acceptable.',
  'This password is not secure enough.',
  'This password is not secure enough.',
  'Not bad, but your password must be harder to guess.',
  'This password is strong.',
] as const
const widths = [10, 30, 50, 80, 100] as const
const tones = ['bad', 'bad', 'warn', 'warn', 'good'] as const

export const tooLong: Strength = {
  score: 0,
  width: widths[0],
  tone: tones[0],
  message: 'Maximum length of password exceeded',
  suggestions: [],
  warning: 'Password should be less than 100 characters',
  isEnough: false,
}

export function getStrength({ score, feedback }: PasswordCheck): Strength {
  const step = score as Strength['score']
  const isEnough = step >= minimumScore
  const said = [feedback.warning, 'You need a stronger password.'].filter((text) => text !== '')
  return {
    score: step,
    width: widths[step],
    tone: tones[step],
    message: messages[step],
    suggestions: feedback.suggestions,
    warning: isEnough ? undefined : said.join(' '),
    isEnough,
  }
}

const settleMs = 250

/** The strength as the server sees it, once typing pauses; undefined for an empty password. */
export function useStrength(password: string): {
  strength: Strength | undefined
  isChecking: boolean
} {
  const settled = useSettled(useDeferredValue(password))
  const isTooLong = settled.length > maximumLength
  const { data, error, isFetching } = useQuery({
    ...query(profiles.checkPassword, { body: { password: settled } }),
    enabled: settled !== '' && !isTooLong,
    gcTime: 0,
  })
  const failure = error?.message
  useEffect(() => {
    if (failure !== undefined) notify.error(`Failed to check password strength: ${failure}`)
  }, [failure])

  if (password === '') return { strength: undefined, isChecking: false }
  if (password.length > maximumLength) return { strength: tooLong, isChecking: false }
  return {
    strength: data === undefined ? undefined : getStrength(data.result),
    isChecking: isFetching || settled !== password,
  }
}

function useSettled(value: string): string {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), settleMs)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}
