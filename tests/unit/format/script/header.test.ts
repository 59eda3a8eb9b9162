import { describe, expect, it } from 'vitest';
import { headerOf } from '../../../../app/format/script/header';

describe('headerOf', () => {
  it.each([
    [
      'mysqldump',
      '-- MySQL dump 10.13  Distrib 5.7.44, for Linux (x86_64)\n--\n-- Host: localhost    Database: sakila\n-- ------\n-- Server version\t5.7.44-log\n',
      { tool: 'mysqldump 5.7.44', serverVersion: '5.7.44-log', schema: 'sakila', hasEndMark: true },
    ],
    [
      'mysqldump of 2005',
      '-- MySQL dump 9.11\n--\n-- Host: localhost    Database: shop\n-- ------\n-- Server version\t4.0.27-standard\n',
      { tool: 'mysqldump', serverVersion: '4.0.27-standard', schema: 'shop', hasEndMark: false },
    ],
    [
      'mysqldump of several schemas',
      '-- MySQL dump 10.13  Distrib 8.0.44\n--\n-- Host: localhost    Database: \n-- ------\n-- Server version\t8.0.44\n',
      { tool: 'mysqldump 8.0.44', serverVersion: '8.0.44', schema: null, hasEndMark: true },
    ],
    [
      'mariadb-dump behind its sandbox line, with the line ends of Windows',
      '/*M!999999\\- enable the sandbox mode */ \r\n-- MariaDB dump 10.19-11.8.6-MariaDB\r\n--\r\n-- Host: localhost    Database: my shop\r\n-- Server version\t11.8.6-MariaDB\r\n',
      { tool: 'mariadb-dump 11.8.6', serverVersion: '11.8.6-MariaDB', schema: 'my shop', hasEndMark: true },
    ],
    [
      'phpMyAdmin',
      '-- phpMyAdmin SQL Dump\n-- version 5.2.1\n-- https://www.phpmyadmin.net/\n-- Host: localhost:3306\n-- Server version: 10.4.28-MariaDB\n',
      { tool: 'phpMyAdmin 5.2.1', serverVersion: '10.4.28-MariaDB', schema: null, hasEndMark: false },
    ],
    [
      'Adminer',
      '-- Adminer 4.8.1 MySQL 8.0.36 dump\n',
      { tool: 'Adminer 4.8.1', serverVersion: '8.0.36', schema: null, hasEndMark: false },
    ],
    [
      'nobody',
      'CREATE TABLE t (id INT);\n',
      { tool: 'an unnamed tool', serverVersion: null, schema: null, hasEndMark: false },
    ],
  ])('reads what %s says of itself', (_tool, head, header) => {
    expect(headerOf(head)).toEqual(header);
  });
});
