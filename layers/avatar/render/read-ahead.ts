/**
 * Prefetches items in the order in which they will be taken. The number of prefetched items limits the memory.
 *
 * @param order numbers of the items
 * @param read reads an item
 * @param ahead number of items that are being read or wait to be taken
 * @returns function that takes an item; an item that was not prefetched is read then
 */
export function readAhead<T>(
  order: readonly number[],
  read: (index: number) => Promise<T>,
  ahead: number,
): (index: number) => Promise<T> {
  const left = [...order];
  const begun: { index: number; thing: Promise<T> }[] = [];
  const begin = (): void => {
    const index = left.shift();
    if (index === undefined) return;
    const thing = read(index);
    // Avoids an unhandled rejection: the caller gets the error when it takes the item.
    thing.catch(() => {});
    begun.push({ index, thing });
  };
  for (let k = 0; k < ahead; k++) begin();
  return (index) => {
    const found = begun.find((one) => one.index === index);
    if (!found) return read(index);
    begun.splice(begun.indexOf(found), 1);
    begin();
    return found.thing;
  };
}
