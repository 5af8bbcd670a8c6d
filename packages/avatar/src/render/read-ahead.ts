/** Prefetches items in `order`, up to `ahead` at a time to limit memory. @returns a function that returns an item, reading it if needed */
export function readAhead<T>(order: readonly number[], read: (index: number) => Promise<T>, ahead: number): (index: number) => Promise<T> {
  const remaining = [...order];
  const started: { index: number; item: Promise<T> }[] = [];
  const start = (): void => {
    const index = remaining.shift();
    if (index === undefined) return;
    const item = read(index);
    // Prevents an unhandled rejection. The caller gets the error when it requests the item.
    item.catch(() => {});
    started.push({ index, item });
  };
  for (let k = 0; k < ahead; k++) start();
  return (index) => {
    const found = started.find((each) => each.index === index);
    if (!found) return read(index);
    started.splice(started.indexOf(found), 1);
    start();
    return found.item;
  };
}
