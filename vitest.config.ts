import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    pool: 'forks',
    // Two cores and real processes, servers and disks: generous, but a hang still ends.
    testTimeout: 20_000,
    hookTimeout: 20_000,
    teardownTimeout: 10_000,
    restoreMocks: true,
    unstubEnvs: true,
    sequence: { hooks: 'stack' },
  },
});
