/** The dialog stands outside every page; what it needs comes when it is wanted. */
export async function openPrivacySettings(): Promise<void> {
  const { privacySettings } = await import('./consent.ts')
  privacySettings.open()
}
