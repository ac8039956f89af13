import { consent, type ConsentCategory } from '@basalt/contract/consent'
import { useSyncExternalStore } from 'react'

import { call, query } from '../lib/network/api.ts'
import { storage } from '../lib/storage/storage.ts'

export const consentQuery = () => query(consent.categories, {})

type Choice = Readonly<Record<string, boolean>>

/** The state of each service; essential ones are always on. */
export function getChoice(categories: readonly ConsentCategory[], chosen: Choice = {}): Choice {
  const entries = categories.flatMap(({ isEssential, services }) =>
    services.map((service): [string, boolean] => [
      service.id,
      isEssential || (chosen[service.id] ?? service.consent.status),
    ]),
  )
  return Object.fromEntries(entries)
}

/** The same with one category switched; essential ones cannot be. */
export const withCategory = (
  choice: Choice,
  { isEssential, services }: ConsentCategory,
  isOn: boolean,
): Choice =>
  isEssential ? choice : { ...choice, ...Object.fromEntries(services.map(({ id }) => [id, isOn])) }

/** SPEC.md section 4: "Accept grants all categories." */
export function acceptAll(categories: readonly ConsentCategory[]): void {
  const ids = categories.flatMap(({ services }) => services.map(({ id }) => id))
  storage.consent.set(Object.fromEntries(ids.map((id) => [id, true])))
}

/**
 * SPEC.md section 4: "Opt out denies all and clears the telemetry cookie." Denied at once,
 * whether the server answers or not.
 */
export async function optOut(): Promise<void> {
  storage.consent.set({})
  await call(consent.optOut, {}).catch(() => undefined)
}

/** Stores a choice; revoking one deletes the cookie too. */
export async function keepChoice(choice: Choice): Promise<void> {
  const before = storage.consent.get() ?? {}
  storage.consent.set({ ...choice })
  const isTakenBack = Object.keys(before).some((id) => before[id] === true && choice[id] !== true)
  if (isTakenBack) await call(consent.optOut, {}).catch(() => undefined)
}

let isOpen = false
const watchers = new Set<() => void>()

function setOpen(next: boolean) {
  isOpen = next
  for (const watcher of watchers) watcher()
}

/** The dialog of the privacy settings, which pages with and without a session open. */
export const privacySettings = {
  open: (): void => setOpen(true),
  close: (): void => setOpen(false),
}

export const useIsPrivacyOpen = (): boolean =>
  useSyncExternalStore(
    (watcher) => {
      watchers.add(watcher)
      return () => watchers.delete(watcher)
    },
    () => isOpen,
  )
