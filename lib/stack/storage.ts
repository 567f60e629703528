import { Duration, RemovalPolicy } from 'aws-cdk-lib';
import {
  AttributeType,
  BillingMode,
  type GlobalSecondaryIndexProps,
  ProjectionType,
  Table,
  TableEncryption,
  type TableProps,
} from 'aws-cdk-lib/aws-dynamodb';
import { type IKey, Key } from 'aws-cdk-lib/aws-kms';
import {
  BlockPublicAccess,
  Bucket,
  BucketEncryption,
  type BucketProps,
  type CorsRule,
  HttpMethods,
  ObjectOwnership,
} from 'aws-cdk-lib/aws-s3';
import { Construct } from 'constructs';
import { RETENTION_DAYS } from '../batches/batch.ts';
import { acknowledge } from './acknowledge.ts';
import type { Config } from './config.ts';

/** Prefix in the mesh bucket of what is made for vehicles: their meshes in every form, and large answers, which are linked. */
export const vehicleMeshPrefix = 'vehicle-meshes/';

const { STRING, NUMBER } = AttributeType;

/** The map page reads by signed links. The link is the permission, so any page may use it. */
const READ_BY_LINK: CorsRule = {
  allowedMethods: [HttpMethods.GET],
  allowedOrigins: ['*'],
  allowedHeaders: ['*'],
  maxAge: 3600,
};

/**
 * The six tables and the three buckets. They are kept when a production stack is removed, but not otherwise.
 */
export class Storage extends Construct {
  readonly vehicles: Table;
  readonly zones: Table;
  readonly meshes: Table;
  readonly requests: Table;
  readonly meshBucket: Bucket;
  readonly routeBucket: Bucket;
  readonly batches: Table;
  readonly batchBucket: Bucket;
  readonly watches: Table;
  /** The global indexes of the tables: each has limits of its own. */
  readonly indexes: { readonly table: Table; readonly name: string }[] = [];

  readonly #production: boolean;
  /** Of the operator; absent where AWS's keys are used. */
  readonly #key: IKey | undefined;

  constructor(scope: Construct, id: string, config: Config) {
    super(scope, id);
    this.#production = config.stage === 'production';
    this.#key = config.kmsKeyArn ? Key.fromKeyArn(this, 'Key', config.kmsKeyArn) : undefined;

    this.vehicles = this.#table('Vehicles', { partitionKey: { name: 'vessel_type', type: STRING } });

    this.zones = this.#table('Zones', { partitionKey: { name: 'name', type: STRING } });
    this.#addIndex(this.zones, {
      indexName: 'by-name',
      partitionKey: { name: 'list', type: STRING },
      sortKey: { name: 'name', type: STRING },
      projectionType: ProjectionType.INCLUDE,
      nonKeyAttributes: ['summary'],
    });

    this.meshes = this.#table('Meshes', {
      partitionKey: { name: 'key', type: STRING },
      sortKey: { name: 'sort', type: STRING },
    });
    // Unused since selection reads the catalogue: a table can't lose a local index without being replaced.
    this.meshes.addLocalSecondaryIndex({
      indexName: 'by-rank',
      sortKey: { name: 'rank', type: STRING },
    });
    this.#addIndex(this.meshes, {
      indexName: 'by-created',
      partitionKey: { name: 'list', type: STRING },
      sortKey: { name: 'created', type: STRING },
    });

    this.requests = this.#table('Requests', {
      partitionKey: { name: 'pk', type: STRING },
      timeToLiveAttribute: 'expiresAt',
    });
    this.#addIndex(this.requests, {
      indexName: 'similar',
      partitionKey: { name: 'reuseKey', type: STRING },
      sortKey: { name: 'reuseOrder', type: STRING },
      projectionType: ProjectionType.INCLUDE,
      nonKeyAttributes: ['id', 'routeId', 'meshId', 'start', 'end'],
    });
    this.#addIndex(this.requests, {
      indexName: 'active',
      partitionKey: { name: 'activeShard', type: NUMBER },
      sortKey: { name: 'requestedAt', type: STRING },
      projectionType: ProjectionType.INCLUDE,
      nonKeyAttributes: ['id'],
    });

    this.meshBucket = this.#bucket('MeshBucket', {
      versioned: true,
      cors: [READ_BY_LINK], // compiled meshes
      lifecycleRules: [
        { abortIncompleteMultipartUploadAfter: Duration.days(7) },
        { noncurrentVersionExpiration: Duration.days(30) },
        { expiredObjectDeleteMarker: true },
        // They are made again when needed. Without this rule, those of changed vehicles and old meshes would
        // stay.
        {
          prefix: vehicleMeshPrefix,
          expiration: Duration.days(30),
          noncurrentVersionExpiration: Duration.days(1),
        },
      ],
    });
    this.watches = this.#addWatches();
    ({ batches: this.batches, batchBucket: this.batchBucket } = this.#addBatches());
    this.routeBucket = this.#bucket('RouteBucket', {
      lifecycleRules: [
        { abortIncompleteMultipartUploadAfter: Duration.days(1) },
        // A document must outlive the job that refers to it; DynamoDB deletes expired items within two days.
        { expiration: Duration.days(config.routeRetentionDays + 7) },
      ],
    });
  }

  #addWatches(): Table {
    const watches = this.#table('Watches', {
      partitionKey: { name: 'id', type: STRING },
      sortKey: { name: 'sort', type: STRING },
      timeToLiveAttribute: 'expiresAt',
    });
    this.#addIndex(watches, {
      indexName: 'by-owner',
      partitionKey: { name: 'owner', type: STRING },
      sortKey: { name: 'created', type: STRING },
    });
    this.#addIndex(watches, {
      indexName: 'active',
      partitionKey: { name: 'active', type: STRING },
      sortKey: { name: 'endsAt', type: STRING },
      projectionType: ProjectionType.INCLUDE,
      nonKeyAttributes: ['owner'],
    });
    return watches;
  }

  #addBatches(): { batches: Table; batchBucket: Bucket } {
    const batches = this.#table('Batches', {
      partitionKey: { name: 'id', type: STRING },
      sortKey: { name: 'sort', type: STRING },
      timeToLiveAttribute: 'expiresAt',
    });
    this.#addIndex(batches, {
      indexName: 'by-owner',
      partitionKey: { name: 'owner', type: STRING },
      sortKey: { name: 'created', type: STRING },
    });
    this.#addIndex(batches, {
      indexName: 'active',
      partitionKey: { name: 'activeOf', type: STRING },
      sortKey: { name: 'startAsked', type: STRING },
      projectionType: ProjectionType.KEYS_ONLY,
    });
    const batchBucket = this.#bucket('BatchBucket', {
      cors: [READ_BY_LINK], // spreads of studies
      lifecycleRules: [
        { abortIncompleteMultipartUploadAfter: Duration.days(1) },
        { expiration: Duration.days(RETENTION_DAYS) },
      ],
    });
    return { batches, batchBucket };
  }

  #table(id: string, props: TableProps): Table {
    const table = new Table(this, id, {
      billingMode: BillingMode.PAY_PER_REQUEST,
      ...(this.#key
        ? { encryption: TableEncryption.CUSTOMER_MANAGED, encryptionKey: this.#key }
        : { encryption: TableEncryption.AWS_MANAGED }),
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: this.#production },
      deletionProtection: this.#production,
      removalPolicy: this.#removalPolicy,
      ...props,
    });
    if (!this.#production) {
      acknowledge(table, 'AwsSolutions-DDB3', 'What a development stage holds may be lost.');
    }
    return table;
  }

  #addIndex(table: Table, props: GlobalSecondaryIndexProps): void {
    table.addGlobalSecondaryIndex(props);
    this.indexes.push({ table, name: props.indexName });
  }

  #bucket(id: string, props: BucketProps): Bucket {
    const bucket = new Bucket(this, id, {
      ...(this.#key
        ? { encryption: BucketEncryption.KMS, encryptionKey: this.#key, bucketKeyEnabled: true }
        : { encryption: BucketEncryption.S3_MANAGED }),
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      objectOwnership: ObjectOwnership.BUCKET_OWNER_ENFORCED,
      enforceSSL: true,
      minimumTLSVersion: 1.2,
      removalPolicy: this.#removalPolicy,
      ...props,
    });
    acknowledge(
      bucket,
      'AwsSolutions-S1',
      'Handlers log each request for a route, a mesh or a link; data events of CloudTrail would add the objects.',
    );
    return bucket;
  }

  get #removalPolicy(): RemovalPolicy {
    return this.#production ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY;
  }
}
