// Tells whoever listens that a server's resources or prompts are others.
export type ListListener = (server: string, list: 'resources' | 'prompts') => void;

export interface ListEvents {
  readonly listed: ListListener;
  /** The listener must not throw. Answers how to stop. */
  readonly onListed: (listener: ListListener) => () => void;
}

export function createListEvents(): ListEvents {
  const listening = new Set<ListListener>();
  return {
    listed(server, list) {
      for (const tell of listening) tell(server, list);
    },
    onListed(listener) {
      listening.add(listener);
      return () => void listening.delete(listener);
    },
  };
}
