/** The compose files: the rights, the networks and the secrets of each service. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { eventStoreUrlOf } from '../../event-store/opening/open.ts';
import { requireEncrypted } from '../../launcher/machine/plain-connections.ts';

interface Service {
  readonly image?: string;
  readonly command?: string | readonly string[];
  readonly user?: string;
  readonly environment?: Readonly<Record<string, string>>;
  readonly secrets?: readonly string[];
  readonly networks?: readonly string[];
  readonly ports?: readonly string[];
  readonly cap_drop?: readonly string[];
  readonly cap_add?: readonly string[];
  readonly privileged?: boolean;
  readonly security_opt?: readonly string[];
  readonly read_only?: boolean;
  readonly logging?: { readonly driver: string };
  readonly volumes?: readonly string[];
  readonly tmpfs?: readonly string[];
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>;
  readonly healthcheck?: { readonly test?: readonly string[] };
}

interface ComposeFile {
  readonly services: Readonly<Record<string, Service>>;
  readonly networks: Readonly<Record<string, { readonly internal?: boolean } | null>>;
  readonly secrets: Readonly<Record<string, { readonly file?: string }>>;
}

const textIn = (name: string): string => readFileSync(join(import.meta.dirname, '..', '..', name), 'utf8');
const servicesIn = (name: string): readonly [string, Service][] =>
  Object.entries((parse(textIn(name), { merge: true }) as ComposeFile).services);
const file = textIn('compose.yaml');
const { services, networks, secrets } = parse(file, { merge: true }) as ComposeFile;
const service = (name: string): Service => services[name] ?? {};
const named = Object.entries(services);
const on = (network: string): readonly string[] =>
  named.filter(([, { networks: has = [] }]) => has.includes(network)).map(([name]) => name);
/** What the other files add; a service without an image changes one of compose.yaml. */
const added = ['compose.one-box.yaml', 'compose.cluster.yaml'].flatMap(servicesIn).filter(([, { image }]) => image);
const textOf = (name: string): string => JSON.stringify(service(name));

describe('every service', () => {
  it.each([...named, ...added])(
    '%s begins with no right, gains none, and keeps what it prints within bounds',
    (_, service) => {
      expect(service).toMatchObject({
        cap_drop: ['ALL'],
        security_opt: ['no-new-privileges:true'],
        logging: { driver: 'local' },
      });
      expect([service.cap_add, service.privileged]).toEqual([undefined, undefined]);
    },
  );

  it('writes to its volumes only; KurrentDB alone keeps files beside its program', () => {
    expect(named.filter(([, { read_only }]) => read_only !== true).map(([name]) => name)).toEqual(['kurrentdb']);
    for (const [name, { read_only, tmpfs }] of named)
      if (read_only) expect([name, tmpfs]).toEqual([name, expect.arrayContaining(['/tmp'])]);
  });

  it('has the address of the log under a name that KurrentDB does not take for a setting of its own', () => {
    // KurrentDB does not start with EVENTSTORE_URL in its environment, because that is the prefix of its own settings.
    expect(file).not.toMatch(/(?<!DAFTAR_)EVENTSTORE_URL/);
    for (const [name, { environment = {} }] of named)
      expect([name, environment]).not.toHaveProperty('1.EVENTSTORE_URL');
    const ours = eventStoreUrlOf(service('command-api').environment ?? {});
    expect(ours).toBe(service('command-api').environment?.['DAFTAR_EVENTSTORE_URL']);
    expect(ours).toMatch(/^esdb:/);
    expect(eventStoreUrlOf({ DAFTAR_EVENTSTORE_URL: 'esdb://a', EVENTSTORE_URL: 'esdb://b' })).toBe('esdb://a');
    expect(eventStoreUrlOf({ EVENTSTORE_URL: 'esdb://b' })).toBe('esdb://b');
  });

  it('names its networks; the default one, which would connect all services, has none', () => {
    for (const [name, { networks: has }] of named)
      expect([name, has]).toEqual([name, expect.arrayContaining([expect.any(String)])]);
    expect(
      Object.entries(networks)
        .filter(([, network]) => network?.internal !== true)
        .map(([name]) => name),
    ).toEqual(['outside']);
  });
});

describe('an image of others', () => {
  const WITH_DIGEST = /^[a-z][a-z0-9/-]*:\d+\.\d+(\.\d+)?(-[a-z-]+)?@sha256:[0-9a-f]{64}$/;
  const dockerfile = readFileSync(join(import.meta.dirname, '..', '..', 'Dockerfile'), 'utf8');
  const bases = [...dockerfile.matchAll(/^FROM (\S+)/gm)].map(([, image = '']) => image);
  const run = [...new Set([...named, ...added].flatMap(([, { image }]) => image ?? []))].filter(
    (image) => image !== 'daftar',
  );

  it('is named with its version and its digest, which nobody can put another image under', () => {
    expect([...bases, ...run].filter((image) => !WITH_DIGEST.test(image))).toEqual([]);
    expect(run).toHaveLength(3);
  });

  it('of Node has the version of package.json, in every stage', () => {
    const { dependencies } = JSON.parse(
      readFileSync(join(import.meta.dirname, '..', '..', 'package.json'), 'utf8'),
    ) as { readonly dependencies: Readonly<Record<string, string>> };
    expect(bases).toHaveLength(2);
    expect(new Set(bases).size).toBe(1);
    expect(bases[0]).toContain(`node:${dependencies['node']}-`);
  });
});

describe('what reaches what', () => {
  it('is the web from outside, and from this machine only', () => {
    expect(on('outside')).toEqual(['web']);
    expect(named.filter(([, { ports }]) => ports).map(([name, { ports }]) => [name, ports])).toEqual([
      ['web', ['127.0.0.1:8080:8080']],
    ]);
  });

  it('is KurrentDB by those only that read or write the log, because it has no password', () => {
    expect([...on('log')].sort()).toEqual(['command-api', 'kurrentdb', 'migrate', 'projector', 'read-api']);
  });

  it('is PostgreSQL by those with a role, Redis by the command API, and neither by the web', () => {
    expect([...on('database')].sort()).toEqual(['command-api', 'migrate', 'postgres', 'projector', 'read-api']);
    expect([...on('jobs')].sort()).toEqual(['command-api', 'redis']);
    expect([...on('front')].sort()).toEqual(['command-api', 'read-api', 'web']);
  });
});

describe('what each knows', () => {
  it('is the superuser of PostgreSQL in the service that migrates and ends, and nowhere else', () => {
    const knowing = named.filter(([name]) => textOf(name).includes('postgres_password')).map(([name]) => name);
    expect(knowing.sort()).toEqual(['migrate', 'postgres']);
    const withOwner = named.filter(([, { environment = {} }]) => 'DATABASE_URL' in environment).map(([name]) => name);
    expect(withOwner).toEqual(['migrate']);
    for (const name of ['command-api', 'projector', 'read-api']) {
      expect(service(name).depends_on).toMatchObject({ migrate: { condition: 'service_completed_successfully' } });
    }
  });

  it('is the address of its own role', () => {
    const urls = (name: string) =>
      Object.entries(service(name).environment ?? {})
        .filter(([variable]) => variable.endsWith('DATABASE_URL'))
        .map(([variable, url]) => [variable, new URL(url.replace(/\$\{(\w+)[^}]*\}/g, '$1')).username]);
    expect(urls('command-api')).toEqual([
      ['COMMAND_DATABASE_URL', 'daftar_command'],
      ['PROJECTOR_DATABASE_URL', 'daftar_projector'],
    ]);
    expect(urls('read-api')).toEqual([['READ_DATABASE_URL', 'daftar_read']]);
    expect(urls('projector')).toEqual([['PROJECTOR_DATABASE_URL', 'daftar_projector']]);
    expect(urls('web')).toEqual([]);
    expect(textOf('web')).not.toMatch(/PASSWORD|SECRET/);
  });

  it('is a password of Redis, which stands in no argument of a process', () => {
    const command = service('redis').command as readonly string[];
    expect(command.at(-1)).toMatch(
      /umask 077.*requirepass %s.*"\$\$\(cat \/run\/secrets\/redis_password\)" > \/tmp\/redis\.conf && exec redis-server \/tmp\/redis\.conf$/,
    );
    expect(service('command-api').environment?.['REDIS_PASSWORD_FILE']).toBe('/run/secrets/redis_password');
  });

  it('is no secret that the file or an environment gives: each is a file, which only those see that need it', () => {
    expect(file).not.toMatch(/\$\{\w*(PASSWORD|SECRET)/);
    const known = Object.entries(secrets);
    expect(known.length).toBeGreaterThan(5);
    for (const [name, { file: from }] of known) expect(from).toBe(`./secrets/${name}`);
    for (const [name, { secrets: has = [], environment = {} }] of named) {
      const values = Object.entries(environment).filter(([variable]) => /(PASSWORD|SECRET)(_FILE)?$/.test(variable));
      const read = values.map(([, value]) => /^\/run\/secrets\/(\w+)$/.exec(value)?.[1] ?? `no file: ${value}`);
      const inCommand = [...JSON.stringify(service(name)).matchAll(/cat \/run\/secrets\/(\w+)/g)].map(
        ([, each]) => each,
      );
      expect([name, [...new Set([...read, ...inCommand])].sort()]).toEqual([name, [...has].sort()]);
      // Every address is read by the service: an unknown variable would have no effect.
      const addresses = Object.keys(environment).filter((variable) => variable.endsWith('DATABASE_URL'));
      for (const address of addresses) expect(environment).toHaveProperty(address.replace(/_URL$/, '_PASSWORD_FILE'));
    }
  });

  it('is an address without TLS in the networks of this file only, and says so by name', () => {
    const ours = named.filter(([, { environment = {} }]) => environment['ALLOW_PLAIN_CONNECTIONS'] === 'yes');
    expect(ours.map(([name]) => name).sort()).toEqual(['command-api', 'migrate', 'projector', 'read-api', 'web']);
    for (const [, { environment = {} }] of ours) {
      expect(() => requireEncrypted({ ...environment, ALLOW_PLAIN_CONNECTIONS: undefined })).toThrow('without TLS');
      const hosts = Object.values(environment).flatMap((value) => /^\w+:\/\/(?:\w+@)?([\w.-]+)/.exec(value)?.[1] ?? []);
      expect(hosts.filter((host) => !(host in services))).toEqual([]);
    }
  });
});

describe('a cluster of three nodes', () => {
  const cluster = new Map(servicesIn('compose.cluster.yaml'));
  const nodes = [...cluster.keys()].filter((name) => name.startsWith('kurrentdb'));

  it('knows every node by its own name and the two others, with TLS and a volume of its own', () => {
    expect(nodes).toHaveLength(3);
    for (const name of nodes) {
      const { environment, volumes } = cluster.get(name) ?? {};
      const others = nodes.filter((other) => other !== name).map((other) => `${other}:2113`);
      expect(environment).toMatchObject({
        KURRENTDB_INSECURE: 'false',
        KURRENTDB_CLUSTER_SIZE: String(nodes.length),
        KURRENTDB_NODE_HOST_ADVERTISE_AS: name,
        KURRENTDB_GOSSIP_SEED: others.join(),
      });
      expect(volumes).toContain('./secrets/kurrentdb:/run/kurrentdb:ro');
    }
    const events = ['kurrentdb-2', 'kurrentdb-3'].map((name) => cluster.get(name)?.volumes?.[0]);
    expect(events).toEqual(['events-2:/var/lib/kurrentdb', 'events-3:/var/lib/kurrentdb']);
  });

  it('is reached with an address of a file by each service that reaches the log, in the place of the one without TLS', () => {
    const reaching = on('log').filter((name) => name !== 'kurrentdb');
    for (const name of reaching) {
      const { environment, secrets: has } = cluster.get(name) ?? {};
      expect([name, environment, has]).toEqual([
        name,
        { DAFTAR_EVENTSTORE_URL: '', DAFTAR_EVENTSTORE_URL_FILE: '/run/secrets/eventstore_url' },
        ['eventstore_url'],
      ]);
    }
    expect([...cluster.keys()].toSorted()).toEqual([...reaching, ...nodes].toSorted());
  });
});

describe('behind a proxy', () => {
  it('the APIs take the word of the web, the web that of the proxy which the environment names', () => {
    const fromOutside = (name: string) => `\${${name}:-}`;
    const PUBLIC_URL = fromOutside('PUBLIC_URL');
    for (const api of ['command-api', 'read-api']) {
      expect(service(api).environment).toMatchObject({ TRUST_PROXY: '1', PUBLIC_URL });
    }
    expect(service('web').environment).toMatchObject({ TRUST_PROXY: fromOutside('TRUST_PROXY'), PUBLIC_URL });
  });
});
