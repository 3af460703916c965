// Light, dark, or as the system has it.
import { prefer, usePreferences, type Theme } from '../preferences.ts';

const next: Readonly<Record<Theme, Theme>> = { system: 'light', light: 'dark', dark: 'system' };
const signs: Readonly<Record<Theme, string>> = { system: '◐', light: '○', dark: '●' };

export function ThemeChoice() {
  const { theme } = usePreferences();
  return (
    <button class="plain" aria-label={`Theme: ${theme}`} title={`Theme: ${theme}`} onClick={() => prefer({ theme: next[theme] })}>
      {signs[theme]}
    </button>
  );
}
