let timeZone: string | undefined

/** In which zone times are written from now on; null for the zone of the device. */
export function setTimeZone(zone: string | null): void {
  timeZone = zone ?? undefined
}

/** The zone that times are written in; undefined for the zone of the device. */
export const shownTimeZone = (): string | undefined => timeZone
