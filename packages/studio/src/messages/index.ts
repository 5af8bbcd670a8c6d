import { computed, effect } from '@preact/signals';
import { storedSignal } from '../state/signal-storage.ts';
import { de } from './de.ts';
import { en, type Messages } from './en.ts';
import { fr } from './fr.ts';

/** Languages of the page, with their native names. */
export const LOCALES = { en: 'English', de: 'Deutsch', fr: 'Français' } as const;

export type Locale = keyof typeof LOCALES;

const CATALOGUES: Readonly<Record<Locale, Messages>> = { en, de, fr };

function preferredLocale(): Locale {
  const known = navigator.languages.map((code) => code.slice(0, 2)).find((code) => code in LOCALES);
  return (known as Locale | undefined) ?? 'en';
}

export const locale = storedSignal<Locale>(localStorage, 'locale', preferredLocale());

export const messages = computed<Messages>(() => CATALOGUES[locale.value] ?? en);

effect(() => {
  document.documentElement.lang = locale.value;
});

export const formatNumber = (value: number, options: Intl.NumberFormatOptions = {}): string =>
  new Intl.NumberFormat(locale.value, options).format(value);

/** Formats dollars with at least two significant digits, because a short job costs less than a cent. */
export const formatDollars = (value: number): string =>
  formatNumber(value, {
    style: 'currency',
    currency: 'USD',
    ...(value < 0.995 && value > 0 ? { minimumSignificantDigits: 2, maximumSignificantDigits: 2 } : { maximumFractionDigits: 2 }),
  });

/** Formats a duration as `1.4 s`, or in minutes and seconds if it is at least a minute. */
export function formatDuration(seconds: number): string {
  if (seconds < 60) return `${formatNumber(seconds, { maximumFractionDigits: seconds < 10 ? 1 : 0 })}\u00a0s`;
  const whole = Math.round(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}\u00a0min`;
}

export const formatTime = (iso: string): string =>
  new Intl.DateTimeFormat(locale.value, { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(iso));

export function languageName(code: string): string {
  const correct: Readonly<Record<string, string>> = { 'pr-BR': 'pt-BR', 'vi-VI': 'vi', 'ko-KO': 'ko' };
  return new Intl.DisplayNames([locale.value], { type: 'language' }).of(correct[code] ?? code) ?? code;
}
