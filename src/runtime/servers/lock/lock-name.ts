// What the file is called, wherever it lies.

export const lockName = 'gatehouse.lock';
