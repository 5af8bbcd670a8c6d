/**
 * Prefetches items in the order in which they will be taken. The number of prefetched items limits the memory.
 *
 * @param order numbers of the items
 * @param read reads an item
 * @param ahead number of items that are being read or wait to be taken
 * @returns function that takes an item; an item that was not prefetched is read then
 */
export function readAhead<T>(order: readonly number[], read: (index: number) => Promise<T>, ahead: number): (index: number) => Promise<T> {
  const remaining = [...order];
  const started: { index: number; item: Promise<T> }[] = [];
  const start = (): void => {
    const index = remaining.shift();
    if (index === undefined) return;
    const item = read(index);
    // Avoids an unhandled rejection: the caller gets the error when it takes the item.
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
