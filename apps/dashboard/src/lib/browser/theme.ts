import { storage, type Theme } from '../storage/storage.ts'

export const themeNames: Record<Theme, string> = {
  dark: 'Dark',
  light: 'Light',
  'classic-dark': 'Classic dark',
  system: 'System',
}

const prefersLight = () => globalThis.matchMedia('(prefers-color-scheme: light)')

/** Keeps `data-theme` of the document in sync with the setting and the system. */
export function followTheme(): void {
  const apply = () => {
    const theme = storage.theme.get()
    const system = prefersLight().matches ? 'light' : 'dark'
    document.documentElement.dataset['theme'] = theme === 'system' ? system : theme
  }
  apply()
  storage.theme.subscribe(apply)
  prefersLight().addEventListener('change', apply)
}
