/** The dialog is outside of every page; its code is loaded on demand. */
export async function openPrivacySettings(): Promise<void> {
  const { privacySettings } = await import('./consent.ts')
  privacySettings.open()
}
