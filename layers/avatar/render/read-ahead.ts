/**
 * Reads things in the order in which they are going to be taken, a few ahead of who takes them: more would take more memory.
 *
 * @param order which ones, by their numbers
 * @param ahead how many are under way or wait to be taken
 * @returns takes one; it is read then if it was not expected
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
    // A failure is met by who takes it.
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
