/** Prints results and notices. */
export interface Output {
  out(line: string): void;
  err(line: string): void;
}

export interface Access {
  url: string;
  token: string;
}

/** Finds and starts the service on this machine. The package itself talks to a service only over HTTP. */
export interface LocalService {
  /** Finds the running service by its data folder. @returns undefined if none is running; without `token` while it is starting */
  find(data: string | undefined): Promise<{ url: string; token?: string } | undefined>;
  /** Starts a service for one command. @param options `actor`: the actor needed first; `report`: called with each line of progress */
  start(data: string | undefined, options: { actor: string; report: (line: string) => void }): Promise<Access & { stop(): Promise<void> }>;
}

export interface Context {
  output: Output;
  local: LocalService;
}

/** Options of every command that calls a service. */
export interface ServiceValues {
  url?: string | undefined;
  data?: string | undefined;
  json?: boolean | undefined;
}
