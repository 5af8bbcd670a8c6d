import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';

/** A component whose code loads when it is first shown. */
export function lazy<Props extends object>(load: () => Promise<{ default: ComponentType<Props> }>) {
  return function Lazy(props: Props) {
    const [Loaded, setLoaded] = useState<ComponentType<Props> | undefined>(undefined);
    useEffect(() => {
      void load().then(({ default: component }) => setLoaded(() => component));
    }, []);
    return Loaded ? <Loaded {...props} /> : null;
  };
}
