import { computed, signal } from '@preact/signals';

export type Page = 'make' | 'watch' | 'account';

const hash = signal(location.hash);
addEventListener('hashchange', () => {
  hash.value = location.hash;
});

const parts = computed(() => hash.value.replace(/^#\/?/, '').split('/'));

export const page = computed<Page>(() => {
  const [name] = parts.value;
  return name === 'watch' || name === 'account' ? name : 'make';
});

export const jobId = computed(() => (page.value === 'watch' ? parts.value[1] || undefined : undefined));

export const hrefOf = (name: Page, id?: string): string => `#/${name}${id ? `/${id}` : ''}`;

/** Opens a page, replacing the current history entry. */
export function replaceWith(name: Page, id?: string): void {
  location.replace(hrefOf(name, id));
}

export function open(name: Page, id?: string): void {
  location.hash = hrefOf(name, id);
}
