/** A room: a folder that is understood as a whole. */
export type Room = string;

/** Folders whose subfolders are rooms of their own. */
const FLOORS: ReadonlySet<string> = new Set(['lib', 'layers']);

/** The room of a file: `layers/speech`, `lib/api`, `functions`, `bin`; files right below `lib` are the room `lib`. */
export function roomOf(file: string): Room {
  const [floor = '', room, ...rest] = file.split('/');
  return FLOORS.has(floor) && room !== undefined && rest.length > 0 ? `${floor}/${room}` : floor;
}

/** Rooms with the rooms that they import from, both in alphabetical order. */
export function roomsOf(imports: ReadonlyMap<string, readonly string[]>): Map<Room, Room[]> {
  const rooms = new Map<Room, Set<Room>>();
  for (const [file, targets] of imports) {
    const room = roomOf(file);
    const known = rooms.get(room) ?? new Set();
    rooms.set(room, known);
    for (const target of targets.map(roomOf)) if (target !== room) known.add(target);
  }
  return new Map([...rooms].sort().map(([room, targets]) => [room, [...targets].sort()]));
}

/** Rooms that a room reaches through others. */
function reach(room: Room, rooms: ReadonlyMap<Room, readonly Room[]>): Set<Room> {
  const reached = new Set<Room>();
  const visit = (next: Room): void => {
    for (const target of rooms.get(next) ?? []) {
      if (reached.has(target)) continue;
      reached.add(target);
      visit(target);
    }
  };
  visit(room);
  return reached;
}

const idOf = (room: Room): string => room.replaceAll('/', '_');

/**
 * The rooms as a Mermaid flowchart. An arrow that follows from two others is left out: whoever uses `jobs`, which uses `aws`, may
 * use `aws` too.
 */
export function drawRooms(rooms: ReadonlyMap<Room, readonly Room[]>): string {
  const arrows = [...rooms].flatMap(([room, targets]) =>
    targets
      .filter((target) => !targets.some((other) => other !== target && reach(other, rooms).has(target)))
      .map((target) => `  ${idOf(room)} --> ${idOf(target)}`),
  );
  const floors = Map.groupBy(rooms.keys(), (room) => room.split('/')[0] ?? room);
  const boxes = [...floors].flatMap(([floor, members]) =>
    members.length === 1
      ? members.map((room) => `  ${idOf(room)}["${room}"]`)
      : [`  subgraph ${floor}_floor["${floor}"]`, ...members.map((room) => `    ${idOf(room)}["${room}"]`), '  end'],
  );
  return ['flowchart TD', ...boxes, ...arrows].join('\n');
}
